import type { ComponentType } from 'react'
import { useText } from './text.tsx'
import type { Area } from './text-types.ts'

/**
 * A component whose areas of texts are fetched before it is first rendered. For what is loaded lazily: React 19 fails (error
 * 467) where a component suspends between its hooks and the text comes at once.
 */
export function withTexts<Props extends object>(areas: readonly Area[], Component: ComponentType<Props>) {
  return function WithTexts(props: Props) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the areas never change, and a text keeps no state
    for (const area of areas) useText(area)
    return <Component {...props} />
  }
}
