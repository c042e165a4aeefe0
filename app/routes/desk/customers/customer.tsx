import { BlockReason } from '#app/contract/company/customers.ts'
import { NoteFields } from '#app/contract/company/reservations/reservations.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/customer'
import { BlockCard } from './block-card.tsx'
import { NotesCard } from './notes-card.tsx'
import { TripsCard } from './trips-card.tsx'

export const handle: PageHandle = { areas: ['customers', 'voucher'], noJs: true }

const CHANGED = { at: { CHANGED_MEANWHILE: { '': ['customer_changed'] } } }

export type Customer = Route.ComponentProps['loaderData']['customer']

export async function loader({ context, params }: Route.LoaderArgs) {
  const customer = await apiOf(context).company.customers.read({ id: idOf(params.id) })
  return { meta: { title: customer.fullname }, customer }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = idOf(params.id)
  const t = textFor(context.get(siteContext).language, 'customers')
  const { customers, reservations } = apiOf(context).company
  const here = `/desk/customers/${id}`
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'note':
      return answerForm({ context, request: fields }, NoteFields, async ({ body }) => {
        // Only at a customer's own reservation, whichever of them the address names.
        await reservations.addNote({ id: (await customers.read({ id })).id, body })
        return { to: here, said: t('noteSaved') }
      })
    case 'unblock':
      return answerForm(
        { context, request: fields },
        NoFields,
        async () => {
          await customers.unblock({ id })
          return { to: here, said: t('unblockDone') }
        },
        CHANGED,
      )
    default:
      return answerForm(
        { context, request: fields },
        BlockReason,
        async ({ reason }) => {
          await customers.block({ id, reason })
          return { to: here, said: t('blockDone') }
        },
        CHANGED,
      )
  }
}

function idOf(given: string | undefined): string {
  const id = PublicId.safeParse(given)
  if (!id.success) throw notFound()
  return id.data
}

export default function CustomerPage({ loaderData: { customer }, actionData }: Route.ComponentProps) {
  const t = useText('customers')
  const { language } = useLanguage()
  const { fullname, phone, is_out, is_blocked } = customer
  const reply = actionData?.form
  const sent = reply?.initialValue?.intent
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('title'), href: pathIn(language, '/desk/customers') }, { label: fullname }]} />
      <div className="head row">
        <h1>
          <bdi>{fullname}</bdi>
        </h1>
        {is_out && <Tag kind="info">{t('out')}</Tag>}
        {is_blocked && <Tag kind="bad">{t('blocked')}</Tag>}
      </div>
      <div className="duo">
        <div className="stack">
          <TripsCard trips={customer.trips} />
          <NotesCard notes={customer.notes} reply={sent === 'note' ? reply : undefined} />
          <BlockCard customer={customer} reply={sent === 'note' ? undefined : reply} />
        </div>
        <aside className="stack">
          <Sums of={customer} />
          <Card id="contact" title={t('contact')} className="stack">
            <div className="list">
              <a href={`tel:${phone}`}>
                <Icon name="phone" />
                {phoneIn(language, phone)}
              </a>
            </div>
            <Facts facts={[{ key: 'language', label: t('language'), value: LANGUAGE_NAMES[customer.language] }]} />
          </Card>
        </aside>
      </div>
    </>
  )
}

function Sums({ of: { sums } }: { of: Customer }) {
  const t = useText('customers')
  return (
    <Card id="money" title={t('money')}>
      {sums.length === 0 ? (
        <p className="soft">{t('nothingPaid')}</p>
      ) : (
        <dl className="bill">
          {sums.map(({ currency, paid }) => (
            <div key={currency}>
              <dt>{t('paidForRent')}</dt>
              <dd>
                <Money amount={paid} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
