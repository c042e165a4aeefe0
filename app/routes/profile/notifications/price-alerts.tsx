import { PublicId } from '#app/contract/shapes/shapes.ts'
import { formatRange } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import type { AlertStatus } from '#app/rules/search/price-alert.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/price-alerts'

const PATH = '/profile/price-alerts'

export const handle: PageHandle = {
  title: 'alerts/own.title',
  description: 'alerts/description',
  areas: ['alerts'],
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await apiOf(context).alerts.list()
  return { alerts: results.map(({ ends_at, ...alert }) => ({ ...alert, ends: dateIn(HOME_ZONE, new Date(ends_at)) })) }
}

/** Ends one. What is not one's own is a 404. */
export async function action({ context, request }: Route.ActionArgs) {
  const id = PublicId.safeParse((await request.formData()).get('id'))
  if (!id.success) throw notFound()
  await apiOf(context).alerts.end({ id: id.data })
  return goOn(context, PATH, textFor(context.get(siteContext).language, 'alerts')('own.ended'))
}

export default function PriceAlerts({ loaderData: { alerts } }: Route.ComponentProps) {
  const t = useText('alerts')
  return (
    <>
      <h1>{t('own.title')}</h1>
      <p className="soft">{t('own.lead')}</p>
      {alerts.length === 0 && <EmptyState title={t('own.none')} />}
      {alerts.map((alert) => (
        <Alert key={alert.id} alert={alert} />
      ))}
    </>
  )
}

const TAGS: Record<AlertStatus, 'warn' | 'ok' | 'info' | undefined> = {
  WAITING: 'warn',
  OPEN: 'ok',
  SENT: 'info',
  STOPPED: undefined,
  EXPIRED: undefined,
}

function Alert({ alert }: { alert: Route.ComponentProps['loaderData']['alerts'][number] }) {
  const t = useText('alerts')
  const { language } = useLanguage()
  const { id, city, currency, seen, most, found, by, email, status, path } = alert
  const { start, end } = formatRange({ start: alert.start_date, end: alert.end_date }, language)
  const title = t('search', { city, start, end })
  const money = (amount: number) => formatMoney(amount, currency, language)
  const isOpen = status === 'OPEN' || status === 'WAITING'
  return (
    // No landmark of its own: several may have one title.
    <article className="card stack" id={`alert-${id}`}>
      <div className="row between">
        <h2 className="text-base">{title}</h2>
        <Tag kind={TAGS[status]}>{t(`status.${status}`)}</Tag>
      </div>
      <p>
        {found === null
          ? t('own.wanted', { most: money(most), seen: money(seen) })
          : t('own.found', { found: money(found), seen: money(seen) })}
      </p>
      <p className="sm soft">
        {email ? <bdi dir="ltr">{email}</bdi> : t(`by.${by}`)}
        {isOpen && ` · ${t('own.ends', { day: formatRange({ start: alert.ends, end: alert.ends }, language).end })}`}
      </p>
      <div className="row">
        <a className="btn btn-s" href={pathIn(language, path)}>
          {t('own.see')}
          <span className="vh">: {title}</span>
        </a>
        {isOpen && (
          <PostForm>
            <input type="hidden" name="id" value={id} />
            <SubmitButton className="btn btn-s">
              {t('own.end')}
              <span className="vh">: {title}</span>
            </SubmitButton>
          </PostForm>
        )}
      </div>
    </article>
  )
}
