import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** Entries of the help centre that other pages link to; a test checks that each is in `content/help`. */
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

/**
 * Links to the short answers of questions that arise on a page. The page must load the texts of the area `asked`.
 * @param elsewhere the paths of those that are answered on another page
 */
export function HelpLinks({
  entries,
  elsewhere = {},
}: {
  entries: readonly Asked[]
  elsewhere?: Partial<Record<Asked, string>>
}) {
  const t = useText('asked')
  const { language } = useLanguage()
  return (
    // Not a landmark, because a page has several of these.
    <ul className="asked row row-s sm" aria-label={t('label')}>
      {entries.map((entry) => (
        <li key={entry}>
          <a className="inline-block py-1" href={pathIn(language, elsewhere[entry] ?? `/pages/help/${entry}`)}>
            {t(entry)}
          </a>
        </li>
      ))}
    </ul>
  )
}
