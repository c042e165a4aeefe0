import type { ComponentType } from 'react'
import { useText } from './text.tsx'
import type { Area } from './text-types.ts'

/**
 * Wraps a lazily loaded component so that its areas are loaded before its first render: React 19 fails (error 467)
 * where a component suspends between hooks and resumes at once.
 */
export function withTexts<Props extends object>(areas: readonly Area[], Component: ComponentType<Props>) {
  return function WithTexts(props: Props) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the areas never change, and `useText` keeps no state
    for (const area of areas) useText(area)
    return <Component {...props} />
  }
}
