import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** Entries of the help centre that other pages lead to; each is in `content/help`, by a test. */
export const ASKED = [
  'accident',
  'breakdown',
  'cancel',
  'children',
  'deposit',
  'deposit-free',
  'fuel',
  'insurance',
  'late-return',
  'licence',
  'motorbike',
  'payment-failed',
  'prepayment',
  'refund',
] as const
type Asked = (typeof ASKED)[number]

/** Where a question arises: links to its short answers. The page names the area `asked`. */
export function HelpLinks({ entries }: { entries: readonly Asked[] }) {
  const t = useText('asked')
  const { language } = useLanguage()
  return (
    // A page has several of these: none is a landmark.
    <ul className="asked row row-s sm" aria-label={t('label')}>
      {entries.map((entry) => (
        <li key={entry}>
          <a className="inline-block py-1" href={pathIn(language, `/pages/help/${entry}`)}>
            {t(entry)}
          </a>
        </li>
      ))}
    </ul>
  )
}
