import type { RouterContextProvider } from 'react-router'
import { FineChargeFields } from '#app/contract/company/fleet/fines.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { amountToType, typedAmount } from '#app/rules/money/typed-amount.ts'
import { PICTURE_ABOVE } from '#app/rules/reservation/charges/return-proposal.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/one'
import { CityTime, FineState } from './fine-parts.tsx'

export const handle: PageHandle = { areas: ['fines', 'voucher'], noJs: true }

type Context = Readonly<RouterContextProvider>

export async function loader({ context, params }: Route.LoaderArgs) {
  const fine = await fineOf(context, params.id)
  return { meta: { title: fine.what }, fine }
}

const Asked = FineChargeFields.extend({ fee: optionalText(30) })
const CHANGED = { at: { CHANGED_MEANWHILE: { '': ['changed_meanwhile'] } } }

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency } = await fineOf(context, params.id)
  const t = textFor(context.get(siteContext).language, 'fines')
  const { fines } = apiOf(context).company.fleet
  const here = `/desk/fines/${id}`
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'match':
      return answerForm(
        { context, request: fields },
        NoFields,
        async () => {
          const { match } = await fines.match({ id })
          return { to: here, said: t('one.matched', { result: t(`match.${match}`) }) }
        },
        CHANGED,
      )
    case 'bear':
      return answerForm(
        { context, request: fields },
        NoFields,
        async () => {
          await fines.bear({ id })
          return { to: here, said: t('bear.done') }
        },
        CHANGED,
      )
    default:
      return answerForm(
        { context, request: fields },
        Asked,
        async ({ fee, image }, form) => {
          const amount = fee === undefined ? { minor: 0 } : typedAmount(fee, currency)
          if ('fieldError' in amount) return form.refuse({ fee: [amount.fieldError] })
          await fines.charge({ id, fee: amount.minor, ...(image && { image }) })
          return { to: here, said: t('ask.done') }
        },
        CHANGED,
      )
  }
}

async function fineOf(context: Context, id: string) {
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  return apiOf(context).company.fleet.fines.read({ id: known.data })
}

type Loaded = Route.ComponentProps['loaderData']['fine']

/** One notice: whose it is by the records, and what the company does about it. */
export default function FinePage({ loaderData: { fine }, actionData }: Route.ComponentProps) {
  const t = useText('fines')
  const { language } = useLanguage()
  const { rental, currency, amount, fee, is_open, match } = fine
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('title'), href: pathIn(language, '/desk/fines') }, { label: fine.what }]} />
      <div className="head row between">
        <div>
          <h1>
            {t(`kind.${fine.kind}`)}: <bdi>{fine.what}</bdi>
          </h1>
          <p className="soft">
            <Plate text={fine.plate} /> {fine.vehicle?.title}
          </p>
        </div>
        <FineState fine={fine} />
      </div>
      <div className="duo">
        <div className="stack">
          <Card id="whose" title={t('whose')} className="stack stack-2">
            <p>{match === 'FOUND' ? t('why.FOUND', { name: rental?.fullname ?? '' }) : t(`why.${match}`)}</p>
            <Story fine={fine} />
            {is_open && match !== 'FOUND' && (
              <PostForm>
                <SubmitButton name="intent" value="match" className="btn btn-s">
                  {t('one.again')}
                </SubmitButton>
              </PostForm>
            )}
          </Card>
          {is_open && rental && <AskForm fine={fine} reply={actionData?.form} />}
          {is_open && (
            <PostForm className="card stack stack-2" aria-labelledby="bear-title">
              <h2 id="bear-title">{t('bear.title')}</h2>
              <p>{t('bear.text')}</p>
              <div>
                <SubmitButton name="intent" value="bear" className="btn">
                  {t('bear.submit')}
                </SubmitButton>
              </div>
            </PostForm>
          )}
          {fine.status === 'CHARGED' && rental && (
            <p>
              {t('ask.asked', { amount: formatMoney(amount + fee, currency, language) })}{' '}
              <a href={pathIn(language, `/desk/reservations/${rental.id}`)}>{t('one.reservation')}</a>
            </p>
          )}
        </div>
        <aside className="stack">
          <Card id="facts" title={t('one.notice')}>
            <Facts
              facts={[
                { key: 'when', label: t('when'), value: <CityTime at={fine.at} zone={fine.zone} /> },
                { key: 'sum', label: t('sum'), value: <Money amount={amount} currency={currency} /> },
                ...(fine.notice ? [{ key: 'notice', label: t('notice'), value: <bdi>{fine.notice}</bdi> }] : []),
                ...(fine.pay_by
                  ? [{ key: 'by', label: t('payBy'), value: formatDate(fine.pay_by, language, 'short') }]
                  : []),
                ...(rental
                  ? [
                      {
                        key: 'reservation',
                        label: t('one.reservation'),
                        value: (
                          <a href={pathIn(language, `/desk/reservations/${rental.id}`)}>
                            {numberIn(language, rental.number)}
                          </a>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </Card>
        </aside>
      </div>
    </>
  )
}

/** What happened around the notice, in its order. */
function Story({ fine: { at, zone, rental, before, after } }: { fine: Loaded }) {
  const t = useText('fines')
  const out = (of: Loaded['rental']) => of && { at: of.out_at, text: t('one.out', { name: of.fullname }) }
  const back = (of: Loaded['rental']) =>
    of?.back_at ? { at: of.back_at, text: t('one.returned', { name: of.fullname }) } : undefined
  const steps = [out(rental), back(before), { at, text: t('one.notice') }, back(rental), out(after)].filter(
    (step) => step != null,
  )
  return (
    <ol className="stack stack-1 bare" aria-label={t('one.story')}>
      {steps.map((step) => (
        <li key={step.text}>
          <CityTime at={step.at} zone={zone} /> {step.text}
        </li>
      ))}
      {rental && !rental.back_at && <li>{t('one.isOut')}</li>}
    </ol>
  )
}

function AskForm({
  fine: { rental, currency, usual_fee, is_chargeable },
  reply,
}: {
  fine: Loaded
  reply: NonNullable<Route.ComponentProps['actionData']>['form'] | undefined
}) {
  const t = useText('fines')
  const { language } = useLanguage()
  const form = useReply('fine', { reply, initial: { fee: usual_fee > 0 ? amountToType(usual_fee, currency) : '' } })
  const labels = { fee: t('ask.fee', { unit: unitOf(currency, language) }), image: t('ask.image') }
  return (
    <section className="stack stack-2" aria-labelledby="ask-title">
      <h2 id="ask-title">{t('ask.title', { name: rental?.fullname ?? '' })}</h2>
      {is_chargeable ? (
        <DecisionForm
          form={form}
          labels={labels}
          text={t('ask.text')}
          isMultipart
          name="intent"
          choices={[{ label: t('ask.submit'), value: 'charge' }]}
          back={{ path: '/desk/fines', label: t('back') }}
        >
          <TextField {...form.field('fee')} label={labels.fee} inputMode="decimal" maxLength={30} optional />
          <FileField
            {...form.field('image')}
            accept="image/jpeg,image/png,image/webp,image/avif"
            label={labels.image}
            hint={t('ask.imageHint', { amount: formatMoney(PICTURE_ABOVE[currency], currency, language) })}
          />
        </DecisionForm>
      ) : (
        <p>{t('ask.over')}</p>
      )}
    </section>
  )
}
