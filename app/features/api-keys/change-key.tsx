import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { READER_ZONES } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { ListedKey } from './key-list.tsx'

/** What is done with a key: another secret, or its end. `path` is the list of keys, without language. */
export function ChangeKey({
  apiKey: { former_until, made_by },
  path,
  reply,
}: {
  apiKey: ListedKey
  path: string
  reply?: FormReply | undefined
}) {
  const t = useText('developers')
  const { language } = useLanguage()
  const form = useReply('change', { reply })
  return (
    <>
      <ErrorSummary id="change-errors" entries={form.summary({})} />
      {made_by && <p className="soft">{t('change.madeBy', { name: `\u2068${made_by}\u2069` })}</p>}
      <Card id="rotate" title={t('change.rotate')} className="stack">
        <p>{t('change.rotateText')}</p>
        {former_until && (
          <p className="soft">
            {t('change.former', {
              when: formatInstant(new Date(former_until), READER_ZONES[language], language, 'long'),
            })}
          </p>
        )}
        <PostForm>
          <SubmitButton name="intent" value="rotate">
            {t('change.rotateSubmit')}
          </SubmitButton>
        </PostForm>
      </Card>
      <Card id="revoke" title={t('change.revoke')} className="stack">
        <p>{t('change.revokeText')}</p>
        <PostForm>
          <SubmitButton name="intent" value="revoke" className="btn btn-bad">
            {t('change.revokeSubmit')}
          </SubmitButton>
        </PostForm>
      </Card>
      <p>
        <a href={pathIn(language, path)}>{t('made.back')}</a>
      </p>
    </>
  )
}
