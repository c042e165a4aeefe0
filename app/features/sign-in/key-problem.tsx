import { useText } from '#app/i18n/text/text.tsx'
import { AnswerNote } from '#app/ui/page/note.tsx'

/** Says why no security key was made or used. */
export function KeyProblem({ problem }: { problem: { key: string } | undefined }) {
  const t = useText('errors')
  if (!problem) return null
  return (
    <AnswerNote kind="bad" newest={problem}>
      {t.loose(problem.key)}
    </AnswerNote>
  )
}
