import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { IsoDate, RowId, SlotTime } from '#app/contract/shapes.ts'
import { formatDate, formatTime } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { WhenField } from '#app/ui/date-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/blocks'

export const handle: PageHandle = { areas: ['agency'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const { agency } = apiOf(context)
  const t = textFor(context.get(siteContext).language, 'agency')
  const requested = { page: Number(url.searchParams.get('page') ?? 1), size: 20 }
  const [blocked, { listings }] = await Promise.all([agency.blocks(requested), agency.commission({})])
  return {
    meta: { title: t('blocks.title'), description: t('description') },
    blocks: blocked.results,
    ...pageAt(blocked, requested),
    ads: listings.map(({ id, title }) => ({ id, title })),
    today: dateIn(HOME_ZONE, new Date()),
  }
}

const NewBlock = z.object({
  ad: RowId,
  start_date: IsoDate,
  start_time: SlotTime,
  end_date: IsoDate,
  end_time: SlotTime,
})

const ADDRESS = '/desk/blocks'

export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'agency')
  const fields = await request.formData()
  if (fields.get('intent') !== 'unblock') return block(context, fields)
  const id = RowId.safeParse(fields.get('id'))
  if (id.success) await apiOf(context).agency.unblock({ id: id.data })
  return goOn(context, ADDRESS, t('done.unblock'))
}

export default function Blocks({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('agency')
  return (
    <>
      <h1>{t('blocks.title')}</h1>
      <BlockForm {...loaderData} reply={actionData?.form} />
      <BlockList {...loaderData} />
    </>
  )
}

function BlockForm({
  ads,
  today,
  reply,
}: Pick<Route.ComponentProps['loaderData'], 'ads' | 'today'> & { reply?: FormReply }) {
  const t = useText('agency')
  const { language } = useLanguage()
  const form = useReply('block', { reply, initial: { start_time: '10:00', end_time: '10:00' } })
  const labels = {
    ad: t('blocks.ad'),
    start_date: t('blocks.from'),
    start_time: t('blocks.from'),
    end_date: t('blocks.to'),
    end_time: t('blocks.to'),
  }
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="block-title">
      <h2 id="block-title">{t('blocks.add')}</h2>
      <ErrorSummary id="block-errors" entries={form.summary(labels)} />
      <SelectField
        {...form.field('ad')}
        label={t('blocks.ad')}
        options={ads.map(({ id, title }) => ({
          value: String(id),
          label: `${title} · ${localDigits(String(id), language)}`,
        }))}
      />
      <div className="grid2">
        <WhenField {...form} name="start" label={t('blocks.from')} today={today} required />
        <WhenField {...form} name="end" label={t('blocks.to')} today={today} required />
      </div>
      <div>
        <SubmitButton name="intent" value="block">
          {t('blocks.submit')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

function BlockList({ blocks, page, pages }: Pick<Route.ComponentProps['loaderData'], 'blocks' | 'page' | 'pages'>) {
  const t = useText('agency')
  const { language } = useLanguage()
  const when = (date: string, time: string) => `${formatDate(date, language, 'weekday')} ${formatTime(time, language)}`
  return (
    <Card id="blocks" title={t('blocks.title')} className="stack">
      {blocks.length === 0 && <p className="soft">{t('blocks.none')}</p>}
      <ul className="stack">
        {blocks.map(({ id, ad, start_date, start_time, end_date, end_time }) => (
          <li key={id} className="row between">
            <div>
              <b>{ad.title}</b> <bdi className="mute">{localDigits(String(ad.id), language)}</bdi>
              <p className="sm soft">
                {t('blocks.span', { from: when(start_date, start_time), to: when(end_date, end_time) })}
              </p>
            </div>
            <PostForm>
              <input type="hidden" name="id" value={id} />
              <SubmitButton name="intent" value="unblock" className="btn btn-s">
                {t('blocks.remove')}
                <span className="vh">
                  {' '}
                  {ad.title}, {when(start_date, start_time)}
                </span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(n) => pathIn(language, `${ADDRESS}?page=${n}`)} />
    </Card>
  )
}

/** Blocks the vehicle, if nobody has rented it for that time. */
async function block(context: Readonly<RouterContextProvider>, fields: FormData) {
  const { language } = context.get(siteContext)
  const form = await parseForm(fields, NewBlock, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).agency.block(form.value)
    return goOn(context, ADDRESS, textFor(language, 'agency')('done.block'))
  } catch (error) {
    return refused(error, form)
  }
}
