import type { useText } from '#app/i18n/text/text.tsx'
import type { ResultsData } from './results.tsx'

/** "112 cars in Kish", the heading of the list. */
export function countText({ count, city, kind }: ResultsData, t: ReturnType<typeof useText<'results'>>): string {
  const vehicles = kind === 'motor' ? 'motors' : 'cars'
  return city ? t(`count.${vehicles}In`, { count, city }) : t(`count.${vehicles}`, { count })
}
