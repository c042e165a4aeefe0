import { z } from 'zod'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { NEWS_PART } from '#app/rules/messages/news-topics.ts'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/send'

export const handle: PageHandle = { areas: ['news'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, subject, status, topic, mails, counts } = await apiOf(context).operator.news.read({
    id: publicIdOf(params),
  })
  const page = {
    id,
    subject,
    status,
    topic,
    mails: mails.map(({ text: _, ...mail }) => mail),
    counts,
    meta: { title: subject },
  }
  return orGone(page, status === 'DRAFT' || status === 'STOPPED')
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = publicIdOf(params)
  return answerForm({ context, request }, z.object({}), async () => {
    await apiOf(context).operator.news.send({ id })
    return { to: `/operator/news/${id}`, said: textFor(context.get(siteContext).language, 'news')('sending') }
  })
}

/** Who gets it and in which language; what is sent cannot be taken back. */
export default function Send({ loaderData, actionData }: Route.ComponentProps) {
  const { id, subject, status, topic, mails, counts } = loaderData
  const t = useText('news')
  const form = useReply('send', { reply: actionData?.form })
  const isDraft = status === 'DRAFT'
  const all = isDraft ? mails.reduce((sum, { receivers }) => sum + receivers, 0) : counts.waiting
  const minutes = Math.ceil((all / NEWS_PART.receivers) * (NEWS_PART.seconds / 60))
  const back = { path: `/operator/news/${id}`, label: t('back') }
  return (
    <>
      <DeskHead title={subject} text={t(topic === null ? 'everybody' : `topics.${topic}`)} />
      {isDraft || status === 'STOPPED' ? (
        <DecisionForm
          form={form}
          labels={{}}
          back={back}
          choices={[{ label: t(isDraft ? 'send' : 'goOn') }]}
          text={
            <>
              <p>{t(isDraft ? 'question' : 'questionRest', { n: all, minutes })}</p>
              {isDraft && (
                <ul>
                  {mails
                    .filter(({ receivers }) => receivers > 0)
                    .map(({ language, written, receivers }) => (
                      <li key={language}>
                        <span lang={language}>{LANGUAGE_NAMES[language]}</span>: {t('receivers', { n: receivers })}
                        {written !== null && written !== language && (
                          <> · {t('readsIn', { language: LANGUAGE_NAMES[written] })}</>
                        )}
                      </li>
                    ))}
                </ul>
              )}
              <p>{t('noWayBack')}</p>
            </>
          }
        />
      ) : (
        <p role="alert">{t('gone', { status: t(`statuses.${status}`) })}</p>
      )}
    </>
  )
}
