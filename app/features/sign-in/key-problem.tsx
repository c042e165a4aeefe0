import { useText } from '#app/i18n/text/text.tsx'
import { AnswerNote } from '#app/ui/page/note.tsx'

/** Why the browser has made or used no key. */
export function KeyProblem({ problem }: { problem: { key: string } | undefined }) {
  const t = useText('errors')
  if (!problem) return null
  return (
    <AnswerNote kind="bad" newest={problem}>
      {t.loose(problem.key)}
    </AnswerNote>
  )
}
