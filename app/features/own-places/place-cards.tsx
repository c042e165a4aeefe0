import type { z } from 'zod'
import type { OwnPlace } from '#app/contract/company/places/places.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

type Place = z.infer<typeof OwnPlace>

interface PlaceCardsProps {
  places: readonly Place[]
  currency: CurrencyCode
  /** The list's path without language; the pages of places are below it. */
  path: string
  /** The page for a place's hours, for those who may change them. */
  hoursPath?: (id: number) => string
  reply?: FormReply | undefined
}

/** The places at which a company hands vehicles over and takes them back, with their fees. */
export function PlaceCards({ places, reply, ...page }: PlaceCardsProps) {
  const t = useText('company')
  const form = useReply('places', { reply })
  return (
    <>
      <ErrorSummary id="places-errors" entries={form.summary({})} />
      {places.length === 0 && <p>{t('places.none')}</p>}
      {places.map((place) => (
        <PlaceCard key={place.id} place={place} {...page} />
      ))}
      <p className="sm soft">{t('places.pauseHint')}</p>
      <p className="sm soft">{t('kept')}</p>
    </>
  )
}

function PlaceCard({ place, currency, path, hoursPath }: Omit<PlaceCardsProps, 'places' | 'reply'> & { place: Place }) {
  const t = useText('company')
  const { language } = useLanguage()
  const { id, title, kind, city, paused, upcoming, receive_fee, return_fee } = place
  const fee = (amount: number) => (amount === 0 ? t('places.free') : formatMoney(amount, currency, language))
  return (
    <Card
      id={`place-${id}`}
      className="stack stack-2"
      title={
        <>
          {title} {paused && <span className="tag">{t('places.paused')}</span>}
        </>
      }
    >
      <p className="soft">
        {t(`kind.${kind}`)} · {city.name}
        {upcoming > 0 && ` · ${t('places.upcoming', { n: upcoming })}`}
      </p>
      <p>{t('places.fees', { receive: fee(receive_fee), back: fee(return_fee) })}</p>
      <div className="row row-s">
        <a className="btn btn-s" href={pathIn(language, `${path}/${id}`)}>
          {t('places.change')}
          <span className="vh"> {title}</span>
        </a>
        {hoursPath && (
          <a className="btn btn-s" href={pathIn(language, hoursPath(id))}>
            {t('places.hours')}
            <span className="vh"> {title}</span>
          </a>
        )}
        <PostForm>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="paused" value={paused ? 'no' : 'yes'} />
          <SubmitButton className="btn btn-s">
            {t(paused ? 'places.resume' : 'places.pause')}
            <span className="vh"> {title}</span>
          </SubmitButton>
        </PostForm>
      </div>
    </Card>
  )
}
