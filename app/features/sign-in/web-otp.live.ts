import { type RefObject, useEffect } from 'react'

/** WebOTP's addition to the options of credential requests, which TypeScript's types lack. */
interface CodeRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] }
}

/**
 * Reads the code from the SMS, if the browser can (WebOTP), and submits the form. It stops waiting when the form is
 * submitted or the page is left, and starts again for each code that is `sent`.
 */
export function useCodeFromMessage(box: RefObject<HTMLInputElement | null>, sent: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code is another SMS
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const waiting = new AbortController()
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal: waiting.signal }
    const form = box.current?.form
    const stop = () => waiting.abort()
    form?.addEventListener('submit', stop)
    navigator.credentials.get(request).then(
      (credential) => {
        const code = credential && 'code' in credential ? String(credential.code) : ''
        const verify = form?.querySelector<HTMLButtonElement>('button[value="verify"]')
        if (!box.current || !verify || !/^\d{6}$/.test(code)) return
        box.current.value = code
        form?.requestSubmit(verify)
      },
      // Refused, aborted or too late: the person types the code.
      () => {},
    )
    return () => {
      stop()
      form?.removeEventListener('submit', stop)
    }
  }, [box, sent])
}
