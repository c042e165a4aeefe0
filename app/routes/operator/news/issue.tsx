import { z } from 'zod'
import { NewsText } from '#app/contract/operator/news.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE, LANGUAGES } from '#app/rules/constants.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/issue'
import { NewsForm } from './news-form.tsx'
import { STATUS_TAGS } from './status-tags.ts'

const LIST = '/operator/news'
const DELIVERIES = { size: 50 }

export const handle: PageHandle = { areas: ['news'], query: ['page'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = publicIdOf(params)
  const { news } = apiOf(context).operator
  const list = listAt(`${LIST}/${id}`, DELIVERIES)
  const [issue, found] = await Promise.all([
    news.read({ id }),
    readList(list, url, (asked) => news.deliveries({ ...asked, id })),
  ])
  return { issue, found, meta: { title: issue.subject } }
}

const Test = z.object({ language: z.enum(LANGUAGES) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = publicIdOf(params)
  const { news } = apiOf(context).operator
  const t = textFor(context.get(siteContext).language, 'news')
  const to = `${LIST}/${id}`
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'test':
      return answerForm({ context, request: fields }, Test, async ({ language }) => {
        await news.test({ id, language })
        return { to, said: t('tested') }
      })
    case 'stop':
      return answerForm({ context, request: fields }, z.object({}), async () => {
        await news.stop({ id })
        return { to, said: t('stopped') }
      })
    default:
      return answerForm({ context, request: fields }, NewsText, async (typed) => {
        await news.change({ ...typed, id })
        return { to, said: t('saved') }
      })
  }
}

type Loaded = Route.ComponentProps['loaderData']

export default function Issue({ loaderData: { issue, found }, actionData }: Route.ComponentProps) {
  const t = useText('news')
  const { language } = useLanguage()
  const { id, subject, status, topic } = issue
  const reply = actionData?.form
  const isTest = reply && 'language' in (reply.error ?? {})
  return (
    <>
      <DeskHead title={subject} text={t(topic === null ? 'everybody' : `topics.${topic}`)}>
        <Tag kind={STATUS_TAGS[status]}>{t(`statuses.${status}`)}</Tag>
      </DeskHead>
      <div className="stack">
        {status === 'DRAFT' ? (
          <>
            <NewsForm issue={issue} reply={isTest ? undefined : reply} back={LIST} />
            <p>
              <a className="btn btn-go" href={pathIn(language, `${LIST}/${id}/send`)}>
                {t('toSend')}
              </a>
            </p>
          </>
        ) : (
          <Progress issue={issue} />
        )}
        <TestMail reply={isTest ? reply : undefined} />
        <Mails mails={issue.mails} />
        {status !== 'DRAFT' && <Deliveries id={id} found={found} />}
      </div>
    </>
  )
}

function Progress({ issue: { id, status, counts, by, published_at, ended_at } }: { issue: Loaded['issue'] }) {
  const t = useText('news')
  const { language } = useLanguage()
  const time = (at: string) => formatInstant(new Date(at), HOME_ZONE, language, 'long')
  const { sent, waiting, skipped } = counts
  return (
    <Card id="progress" title={t('progress')} className="stack">
      <p role="status">{t('counts', { sent, waiting, skipped })}</p>
      <p className="sm soft">
        {published_at && t('begun', { at: time(published_at), by: by ?? '—' })}
        {ended_at && ` ${t('ended', { at: time(ended_at) })}`}
      </p>
      {status === 'SENDING' && (
        <PostForm>
          <p className="sm soft">{t('stopHint')}</p>
          <SubmitButton name="intent" value="stop" className="btn">
            {t('stop')}
          </SubmitButton>
        </PostForm>
      )}
      {status === 'STOPPED' && (
        <p>
          <a className="btn btn-go" href={pathIn(language, `${LIST}/${id}/send`)}>
            {t('goOn')}
          </a>
        </p>
      )}
    </Card>
  )
}

function TestMail({ reply }: { reply: FormReply | undefined }) {
  const t = useText('news')
  const { language } = useLanguage()
  const form = useReply('test', { reply, initial: { language } })
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="test-title">
      <h2 id="test-title">{t('test')}</h2>
      <SelectField
        {...form.field('language')}
        label={t('testLanguage')}
        hint={t('testHint')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <div>
        <SubmitButton name="intent" value="test" className="btn">
          {t('testSend')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

/** As it is saved: what receivers of each language read, and how many they are. */
function Mails({ mails }: Pick<Loaded['issue'], 'mails'>) {
  const t = useText('news')
  return (
    <Card id="preview" title={t('preview')} className="stack">
      {mails.map(({ language, written, receivers, subject, text }) => (
        <details key={language}>
          <summary>
            <span lang={language}>{LANGUAGE_NAMES[language]}</span> · {t('receivers', { n: receivers })}
            {written !== null && written !== language && ` · ${t('readsIn', { language: LANGUAGE_NAMES[written] })}`}
          </summary>
          <div lang={written ?? language} dir={directionOf(written ?? language)} className="stack">
            <p>
              <b>{subject}</b>
            </p>
            {text.split(/\n+/).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </details>
      ))}
    </Card>
  )
}

const OUTCOMES = { WAITING: 'info', SENT: 'ok', SKIPPED: undefined, HELD: 'warn', FAILED: 'bad' } as const

function Deliveries({ id, found }: { id: string; found: Loaded['found'] }) {
  const t = useText('news')
  const { language } = useLanguage()
  return (
    <Card id="deliveries" title={t('deliveries')} className="stack">
      <ColumnTable
        label={t('deliveries')}
        rows={found.results}
        rowKey={(_, index) => index}
        columns={[
          { head: t('receiver'), whole: true, cell: ({ receiver }) => <bdi>{receiver ?? '—'}</bdi> },
          {
            head: t('channels'),
            cell: ({ channels }) => channels.map((one) => t(`channel.${one}`)).join(' · ') || '—',
          },
          {
            head: t('status'),
            far: true,
            cell: ({ status }) => <Tag kind={OUTCOMES[status]}>{t(`outcome.${status}`)}</Tag>,
          },
          {
            head: t('at'),
            cell: ({ sent_at }) => (sent_at ? formatInstant(new Date(sent_at), HOME_ZONE, language, 'long') : '—'),
          },
        ]}
      />
      <ListPages list={listAt(`${LIST}/${id}`, DELIVERIES)} found={found} />
    </Card>
  )
}
