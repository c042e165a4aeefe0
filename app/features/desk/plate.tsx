import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'

/** A plate as on the vehicle, left to right in every language. Its parts are separated by spaces. */
export function Plate({ text }: { text: string | null }) {
  const { language } = useLanguage()
  if (!text) return null
  return (
    <span className="plate">
      {text.split(/\s+/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of a plate is its place
        <span key={index}>{localDigits(part, language)}</span>
      ))}
    </span>
  )
}
