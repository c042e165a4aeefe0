import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { SignInState } from './sign-in-form.ts'

/** Says where to find the codes of a demonstration, which sends no messages. */
export function DemonstrationNote({ demonstration }: Pick<SignInState, 'demonstration'>) {
  const t = useText('login')
  const { language } = useLanguage()
  if (!demonstration) return null
  return (
    <Note>
      <p>{t('demonstration.text')}</p>
      <p>
        <code className="ltr">{demonstration.file}</code>
      </p>
      <p>{t('demonstration.people')}</p>
      <ul>
        {demonstration.people.map(({ identity, phone }) => (
          <li key={identity}>
            <span className="ltr">{localDigits(phone, language)}</span> {t(`demonstration.identity.${identity}`)}
          </li>
        ))}
      </ul>
    </Note>
  )
}
