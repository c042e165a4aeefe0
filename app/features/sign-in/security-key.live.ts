import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useSubmit } from 'react-router'

/** Why no key was made or used; keys of `errors.json`. */
type KeyProblem = 'key_cancelled' | 'key_known' | 'key_failed' | 'too_many_requests'

/** Whether this browser supports security keys and their JSON methods; false before the page's scripts run. */
export function useKnowsKeys(): boolean {
  return useSyncExternalStore(subscribeToNothing, knowsKeys, knowsNone)
}

const subscribeToNothing = () => () => {}
const knowsNone = () => false
const knowsKeys = () => 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

type Ceremony = { challenge: string; ask: (options: never) => Promise<Credential | null> }

/** Registers a new key; the API's counterparts are `beginKey` and `addKey`. */
export const MAKE_KEY: Ceremony = {
  challenge: '/profile/second-factor/challenge',
  ask: (options) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
}
/** Signs with a key; the API's counterparts are `beginKeyCheck` and `checkKey`. */
export const USE_KEY: Ceremony = {
  challenge: '/login/factor/challenge',
  ask: (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
}

/**
 * For a form with a hidden field `answer`: before it is submitted, the browser asks for the key and its answer is filled in.
 * Each press fetches a new challenge.
 */
export function useKeyForm(ceremony: Ceremony) {
  const submit = useSubmit()
  const [problem, setProblem] = useState<{ key: KeyProblem }>()
  const [isAsking, setAsking] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem('answer')
    if (isAsking || !(field instanceof HTMLInputElement)) return
    field.value = ''
    setProblem(undefined)
    // Errors in other fields are shown before the key is asked for.
    if (!form.checkValidity()) return submit(form)
    setAsking(true)
    try {
      const answer = await answerOf(ceremony)
      if (!answer) return
      field.value = answer
      await submit(form)
    } catch (error) {
      setProblem({ key: problemOf(error) })
    } finally {
      setAsking(false)
    }
  }
  return { onSubmit, problem, isAsking }
}

/** The browser's answer as JSON; undefined when the challenge request was redirected to another page, to which a reload leads. */
async function answerOf({ challenge, ask }: Ceremony): Promise<string | undefined> {
  const reply = await fetch(challenge, { method: 'POST', redirect: 'manual' })
  if (reply.type === 'opaqueredirect') {
    location.reload()
    return undefined
  }
  if (!reply.ok) throw new Error(reply.status === 429 ? 'too_many_requests' : 'key_failed')
  const credential = await ask((await reply.json()) as never)
  return JSON.stringify(credential)
}

function problemOf(error: unknown): KeyProblem {
  if (!(error instanceof Error)) return 'key_failed'
  if (error.message === 'too_many_requests') return 'too_many_requests'
  // Browsers do not say whether it was refused, took too long or is not there.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'key_cancelled'
  return error.name === 'InvalidStateError' ? 'key_known' : 'key_failed'
}
