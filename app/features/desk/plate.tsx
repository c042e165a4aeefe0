import { Fragment } from 'react'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'

/** A plate as on the vehicle, left to right in every language. Its parts are separated by spaces. */
export function Plate({ text }: { text: string | null }) {
  const { language } = useLanguage()
  if (!text) return null
  return (
    <>
      {/* A text browser shows no edge between a name and the plate after it. */}{' '}
      <span className="plate">
        {text.split(/\s+/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of a plate is its place
          <Fragment key={index}>
            {index > 0 && ' '}
            <span>{localDigits(part, language)}</span>
          </Fragment>
        ))}
      </span>
    </>
  )
}
