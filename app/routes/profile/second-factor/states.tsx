import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'

const FEW_CODES = 3
const PATH = '/profile/second-factor'

/** What it is good for, and the way to begin. */
export function BeginForm({ reply }: { reply: FormReply | undefined }) {
  const t = useText('factor')
  const form = useReply('factor', { reply })
  return (
    <PostForm {...form.props} action={PATH} className="card stack">
      <ErrorSummary id="factor-errors" entries={form.summary({})} />
      <p>{t('why')}</p>
      <p className="soft">{t('needs')}</p>
      <div>
        <SubmitButton name="intent" value="begin" className="btn btn-go">
          {t('begin')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

/** Since when it is on, how many recovery codes are left, new ones, and the way out. */
export function FactorIsOn({
  since,
  codesLeft,
  mayEnd,
  reply,
}: {
  since: string
  codesLeft: number
  mayEnd: boolean
  reply: FormReply | undefined
}) {
  const t = useText('factor')
  const { language } = useLanguage()
  const form = useReply('factor', { reply })
  const left = t('codesLeft', { n: codesLeft, shown: formatNumber(codesLeft, language) })
  return (
    <section className="card stack" aria-labelledby="is-on">
      <div className="row">
        <h2 id="is-on">{t('app')}</h2>
        <Tag kind="ok">{t('on')}</Tag>
      </div>
      <ErrorSummary id="factor-errors" entries={form.summary({})} />
      <p className="soft">{t('since', { at: since })}</p>
      {codesLeft <= FEW_CODES ? <Note kind="warn">{left}</Note> : <p>{left}</p>}
      <PostForm action={PATH} className="row">
        <SubmitButton name="intent" value="renew" className="btn">
          {t('renew')}
        </SubmitButton>
        {mayEnd && (
          <SubmitButton name="intent" value="end" className="btn btn-bad">
            {t('end')}
          </SubmitButton>
        )}
      </PostForm>
      <p className="sm soft">{t(mayEnd ? 'renewText' : 'stays')}</p>
    </section>
  )
}
