import { DEPOSIT_VIEWS } from '#app/contract/company/deposits.ts'
import { DepositBackFields } from '#app/contract/company/protocols.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const DEPOSITS = listAt('/desk/deposits', { size: 25, filters: { view: oneOf(DEPOSIT_VIEWS) } })

export const handle: PageHandle = { title: 'deposit/list.title', areas: ['deposit'], query: DEPOSITS.query, noJs: true }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(DEPOSITS, url, (asked) => apiOf(context).company.deposits.list(asked))

const GivenBack = DepositBackFields.extend({ reservation: PublicId })

/** Records that a deposit was given back, as its row showed it. */
export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'deposit')
  return answerForm(
    { context, request },
    GivenBack,
    async ({ reservation: id, amount }) => {
      await apiOf(context).company.protocols.giveDepositBack({ id, amount })
      return { to: DEPOSITS.path, said: t('list.done') }
    },
    { at: { STATUS_CONFLICT: { '': ['moved_meanwhile'] } } },
  )
}

type Item = Route.ComponentProps['loaderData']['results'][number]

/** The deposits that a company holds, the overdue ones first. */
export default function Deposits({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('deposit')
  const { language } = useLanguage()
  const form = useReply('deposit', { reply: actionData?.form })
  const { filters, overdue } = loaderData
  return (
    <ListPage
      list={DEPOSITS}
      found={loaderData}
      title={t('list.title')}
      text={t('list.text')}
      filters={
        <>
          {form.summary({}).length > 0 && (
            <Note kind="warn" role="alert">
              {t('list.gone')}
            </Note>
          )}
          {overdue > 0 && <Note kind="warn">{t('list.overdue', { n: overdue })}</Note>}
          <FilterChips
            list={DEPOSITS}
            found={loaderData}
            name="view"
            label={t('list.view')}
            choices={DEPOSIT_VIEWS.map((value) => ({
              value: value === 'HELD' ? undefined : value,
              label: t(`list.views.${value}`),
            }))}
          />
        </>
      }
      empty={t('list.none')}
      rowKey={({ reservation }) => reservation.id}
      columns={[
        {
          head: t('list.customer'),
          whole: true,
          cell: ({ reservation }) => (
            <a className="go" href={pathIn(language, `/desk/reservations/${reservation.id}`)}>
              <bdi>{reservation.fullname}</bdi> <Plate text={reservation.plate} />
            </a>
          ),
        },
        { head: t('list.way'), labelled: true, cell: ({ deposit }) => deposit.way && t(`way.${deposit.way}`) },
        {
          head: t('list.taken'),
          className: 'n',
          labelled: true,
          cell: ({ deposit, reservation }) => <Money amount={deposit.taken} currency={reservation.currency} />,
        },
        {
          head: t('list.kept'),
          className: 'n',
          labelled: true,
          cell: ({ deposit, reservation }) =>
            deposit.kept > 0 ? <Money amount={deposit.kept} currency={reservation.currency} /> : '—',
        },
        {
          head: t('list.backBy'),
          labelled: true,
          cell: ({ deposit }) => (deposit.back_by ? formatDate(deposit.back_by, language, 'weekday') : '—'),
        },
        { head: t('list.state'), far: true, cell: (item) => <State item={item} /> },
        ...(filters.view === 'OVER'
          ? []
          : [{ head: t('list.action'), whole: true, cell: (item: Item) => <GiveBack item={item} /> }]),
      ]}
      after={loaderData.held.length > 0 && <HeldCard held={loaderData.held} backDays={loaderData.back_days} />}
    />
  )
}

function State({ item: { deposit, disputed } }: { item: Item }) {
  const t = useText('deposit')
  const { state, due } = deposit
  if (state !== 'HELD') return <Tag kind="ok">{t(`state.${state}`)}</Tag>
  if (disputed > 0) return <Tag kind="warn">{t('state.disputed')}</Tag>
  if (due === 'OVERDUE') return <Tag kind="bad">{t('state.overdue')}</Tag>
  if (due === 'SOON') return <Tag kind="warn">{t('state.soon')}</Tag>
  return <Tag>{t(due ? 'state.due' : 'state.rented')}</Tag>
}

function GiveBack({ item: { reservation, deposit, free } }: { item: Item }) {
  const t = useText('deposit')
  const { language } = useLanguage()
  if (free === 0) return null
  return (
    <PostForm className="above">
      <input type="hidden" name="reservation" value={reservation.id} />
      <input type="hidden" name="amount" value={free} />
      <SubmitButton className="btn btn-s">
        {t(deposit.way === 'ONLINE' ? 'list.giveBackOnline' : 'list.giveBack', {
          amount: formatMoney(free, reservation.currency, language),
        })}
        <span className="vh">
          {' '}
          <bdi>{reservation.fullname}</bdi>
        </span>
      </SubmitButton>
    </PostForm>
  )
}

function HeldCard({ held, backDays }: { held: Route.ComponentProps['loaderData']['held']; backDays: number | null }) {
  const t = useText('deposit')
  const { language } = useLanguage()
  return (
    <Card id="held" title={t('held.title')} className="stack">
      <dl className="sum">
        {held.map(({ way, currency, amount, count }) => (
          <div key={`${way} ${currency}`}>
            <dt>{t('held.way', { way: t(`way.${way}`), n: count })}</dt>
            <dd>{formatMoney(amount, currency, language)}</dd>
          </div>
        ))}
      </dl>
      <p className="sm soft">{t('held.text')}</p>
      {held.some(({ way }) => way === 'ONLINE') && <p className="sm soft">{t('held.online')}</p>}
      {backDays !== null && <p className="sm soft">{t('held.term', { n: backDays })}</p>}
    </Card>
  )
}
