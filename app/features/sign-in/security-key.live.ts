import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useSubmit } from 'react-router'

/** Why no key was made or used; keys of `errors.json`. */
type KeyProblem = 'key_cancelled' | 'key_known' | 'key_failed' | 'too_many_requests'

/** Whether this browser has security keys and speaks of them in JSON; false before the page's scripts run. */
export function useKnowsKeys(): boolean {
  return useSyncExternalStore(subscribeToNothing, knowsKeys, knowsNone)
}

const subscribeToNothing = () => () => {}
const knowsNone = () => false
const knowsKeys = () => 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

type Ceremony = { challenge: string; ask: (options: never) => Promise<Credential | null> }

/** Makes a new key; the API's `beginKey` and `addKey` are its other side. */
export const MAKE_KEY: Ceremony = {
  challenge: '/profile/second-factor/challenge',
  ask: (options) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
}
/** Has a key sign; the API's `beginKeyCheck` and `checkKey` are its other side. */
export const USE_KEY: Ceremony = {
  challenge: '/login/factor/challenge',
  ask: (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
}

/**
 * For a form with a hidden field `answer`: before it is sent, the browser asks for the key and its answer is filled in.
 * Each press fetches a challenge of its own.
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
    // What is wrong with the other fields comes before the key.
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

/** What the browser answers, as JSON; nothing where another page comes first, which a reload leads to. */
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
