import type { ReactNode } from 'react'
import { commaOf } from '#app/i18n/format/comma.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { Damage } from '#app/rules/reservation/protocol.ts'

/** Describes a damage: place, kind, size and note. */
export function useDamageWords(): (damage: Damage) => string {
  const t = useText('protocol')
  const { language } = useLanguage()
  return ({ zone, type, size, note }) =>
    [t(`zone.${zone}`), t(`damage.${type}`), t(`size.${size}`), ...(note ? [note] : [])].join(commaOf(language))
}

/** Damages as a list, numbered as on the drawing. */
export function DamageList({
  damages,
  from,
  isNew = false,
  end,
}: {
  damages: readonly Damage[]
  /** The number of the first. */
  from: number
  isNew?: boolean
  end?: (index: number) => ReactNode
}) {
  const { language } = useLanguage()
  const wordsOf = useDamageWords()
  return (
    <ul className="stack stack-1">
      {damages.map((damage, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a damage has no other name than its place in the record
        <li key={index} className="row row-s tight">
          <span className={isNew ? 'mk' : 'mk mk-old'}>{localDigits(from + index, language)}</span>
          <bdi className="grow">{wordsOf(damage)}</bdi>
          {end?.(index)}
        </li>
      ))}
    </ul>
  )
}
