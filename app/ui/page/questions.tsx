import type { ReactNode } from 'react'
import { Icon } from '#app/ui/brand/icon.tsx'

/** Questions that open to their answers. */
export function Questions({
  title,
  questions,
}: {
  title: string
  questions: readonly (readonly [question: string, answer: ReactNode])[]
}) {
  if (questions.length === 0) return null
  return (
    <section className="section faq" aria-labelledby="questions">
      <h2 id="questions">{title}</h2>
      <div>
        {questions.map(([question, answer]) => (
          <details key={question}>
            <summary>
              {question}
              <Icon name="down" />
            </summary>
            {typeof answer === 'string' ? <p>{answer}</p> : answer}
          </details>
        ))}
      </div>
    </section>
  )
}
