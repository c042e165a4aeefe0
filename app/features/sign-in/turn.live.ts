import { type RefObject, useEffect, useRef } from 'react'
import { solveTurn } from '#app/rules/identity/sign-in/turn.ts'
import type { Turn } from './sign-in-form.ts'

/**
 * Solves a challenge, if the browser can, puts the solution into the form's hidden field and submits the form again. Without a
 * solution, the person submits it again a minute later.
 */
export function useTurn(turn: Turn | undefined): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const { challenge, bits } = turn ?? {}
  useEffect(() => {
    if (!challenge || !bits || !globalThis.crypto?.subtle) return
    const leaving = new AbortController()
    solveTurn(challenge, { bits, leaving: leaving.signal }).then(
      (solution) => {
        const form = field.current?.form
        if (!field.current || !form || solution === undefined) return
        field.current.value = `${challenge}:${solution}`
        form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="send"]'))
      },
      // Without a solution, a minute's wait is enough.
      () => {},
    )
    return () => leaving.abort()
  }, [challenge, bits])
  return field
}
