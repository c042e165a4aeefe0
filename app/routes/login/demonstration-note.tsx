import { useText } from '#app/i18n/text.tsx'
import { Note } from '#app/ui/note.tsx'
import type { SignInState } from './sign-in-form.ts'

/** Where a demonstration's codes are found: no message leaves the machine. */
export function DemonstrationNote({ demonstration }: Pick<SignInState, 'demonstration'>) {
  const t = useText('login')
  if (!demonstration) return null
  return (
    <Note>
      <p>{t('demonstration.text')}</p>
      <p>
        <code className="ltr">{demonstration.file}</code>
      </p>
    </Note>
  )
}
