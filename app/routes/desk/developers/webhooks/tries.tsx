import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import '../../../../../styles/company-desk.css'
import { BODY_SHOWN } from '#app/rules/access/shown-body.ts'
import { type ShownDelivery, useMoment } from './webhook-parts.tsx'

type Try = ShownDelivery['tries'][number]

/** When it was tried and what came of it, the latest first. */
export function Tries({ tries }: { tries: readonly Try[] }) {
  const t = useText('webhooks')
  const { language } = useLanguage()
  const moment = useMoment()
  return (
    <Card id="tries" title={t('delivery.tries')} className="stack stack-2">
      {tries.length === 0 && <p className="soft">{t('delivery.untried')}</p>}
      {tries.length > 0 && (
        <ColumnTable
          label={t('delivery.tries')}
          rows={tries}
          rowKey={(_, index) => index}
          columns={[
            { head: t('deliveries.when'), whole: true, cell: ({ at }) => moment(at) },
            { head: t('delivery.answer'), cell: (made) => <Answer made={made} /> },
            {
              head: t('delivery.seconds'),
              labelled: true,
              far: true,
              className: 'n',
              cell: ({ ms }) => formatNumber(ms / 1000, language, 2),
            },
          ]}
        />
      )}
    </Card>
  )
}

function Answer({ made: { status, problem } }: { made: Try }) {
  const t = useText('webhooks')
  if (status === null) return <Tag kind="bad">{problem && t(`problem.${problem}`)}</Tag>
  return <Tag kind={status >= 200 && status < 300 ? 'ok' : 'bad'}>{`HTTP ${status}`}</Tag>
}

/** Headers and bodies: those of the latest try, and on opening those of the others. */
export function BothSides({ delivery: { url, body, tries } }: { delivery: ShownDelivery }) {
  const t = useText('webhooks')
  const moment = useMoment()
  const [latest, ...earlier] = tries
  return (
    <>
      <Card id="sent" title={t('delivery.sent')} className="stack stack-2">
        {latest && <p className="sm soft">{t('delivery.masked')}</p>}
        {latest && <CodeBox text={requestText(url, latest)} />}
        <CodeBox text={indented(body)} />
        {body.length >= BODY_SHOWN && <p className="sm soft">{t('delivery.cut')}</p>}
      </Card>
      {latest && (
        <Card id="answered" title={t('delivery.answered')} className="stack stack-2">
          <AnswerText made={latest} />
        </Card>
      )}
      {earlier.map((made, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a try has no name other than its place
        <details key={index} className="card">
          <summary>{t('delivery.tryAt', { when: moment(made.at) })}</summary>
          <div className="stack stack-2">
            <CodeBox text={requestText(url, made)} />
            <AnswerText made={made} />
          </div>
        </details>
      ))}
    </>
  )
}

function AnswerText({ made }: { made: Try }) {
  const { status, response_headers, response_body } = made
  if (status === null)
    return (
      <p>
        <Answer made={made} />
      </p>
    )
  return (
    <>
      <CodeBox text={[`HTTP ${status}`, ...lines(response_headers ?? {})].join('\n')} />
      {response_body && <CodeBox text={response_body} />}
    </>
  )
}

function CodeBox({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre className="codebox" dir="ltr" tabIndex={0}>
      {text}
    </pre>
  )
}

function requestText(address: string, { request_headers }: Try): string {
  const { host, pathname, search } = new URL(address)
  return [`POST ${pathname}${search}`, `host: ${host}`, ...lines(request_headers)].join('\n')
}

const lines = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

/** JSON on lines of its own; what is cut stays as it is. */
function indented(body: string): string {
  if (body.length >= BODY_SHOWN) return body
  return JSON.stringify(JSON.parse(body), null, 2)
}
