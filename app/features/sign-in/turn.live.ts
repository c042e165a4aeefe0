import { type RefObject, useEffect, useRef } from 'react'
import { isSolved, turnText } from '#app/rules/turn.ts'
import type { Turn } from './sign-in-form.ts'

/**
 * Solves a challenge, where the browser can, puts the solution into the form's hidden field and sends the form again. Without it
 * the form is sent again by its button, a minute later.
 */
export function useTurn(turn: Turn | undefined): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const { challenge, bits } = turn ?? {}
  useEffect(() => {
    if (!challenge || !bits || !globalThis.crypto?.subtle) return
    const leaving = new AbortController()
    solve(challenge, bits, leaving.signal).then(
      (solution) => {
        const form = field.current?.form
        if (!field.current || !form || solution === undefined) return
        field.current.value = `${challenge}:${solution}`
        form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="send"]'))
      },
      // No solution: the minute does it.
      () => {},
    )
    return () => leaving.abort()
  }, [challenge, bits])
  return field
}

async function solve(challenge: string, bits: number, leaving: AbortSignal): Promise<number | undefined> {
  const encoder = new TextEncoder()
  for (let solution = 0; !leaving.aborted; solution += 1) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(turnText(challenge, solution)))
    if (isSolved(new Uint8Array(hash), bits)) return solution
  }
  return undefined
}
