import type { ReactNode } from 'react'
import { ChatButton } from '#app/features/chat/chat-button.tsx'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { Risk } from './list.tsx'

/** The ways out, the one that costs least first: customer and company lose nothing, then the company something, then both. */
export function Ways({ risk: { reservation, same, same_count, better, refund } }: { risk: Risk }) {
  const t = useText('risk')
  const { language } = useLanguage()
  const { id, ad, currency, status, fullname, start_date, start_time, end_date, end_time, city } = reservation
  const query = new URLSearchParams({ city: String(city.id), start_date, start_time, end_date, end_time })
  const kind = ad.category === CATEGORY.MOTOR ? 'motor' : 'car'
  const vehicles = pathIn(language, `/desk/reservations/${id}/vehicle`)
  const cancel = status === 'AWAITING_CONFIRMATION' ? 'reject' : 'cancel'
  return (
    <ol className="stack stack-2">
      {same && (
        <Way
          title={
            <>
              {t('same')} <Plate text={same.plate} />
            </>
          }
          text={t('sameText', { n: same_count })}
        >
          <PostForm aria-label={t('useFor', { name: fullname })}>
            <input type="hidden" name="reservation" value={id} />
            <input type="hidden" name="ad" value={same.id} />
            <input type="hidden" name="former" value={ad.id} />
            <SubmitButton className="btn btn-go btn-s">
              {t('use')}
              <span className="vh">, {fullname}</span>
            </SubmitButton>
          </PostForm>
        </Way>
      )}
      {better && (
        <Way
          title={
            <>
              {t('better', { title: better.title })} <Plate text={better.plate} />
            </>
          }
          text={t('betterText', { cost: formatMoney(better.cost, better.currency, language) })}
        >
          <a className="btn btn-s" href={vehicles}>
            {t('choose')}
            <span className="vh">, {fullname}</span>
          </a>
        </Way>
      )}
      {!same && !better && <Way title={t('noneFree')} text={t('noneFreeText')} />}
      <Way title={t('ask')} text={t('askText')}>
        <ChatButton reservation={id} label={t('write')} about={fullname} />
      </Way>
      <Way title={t('other')} text={t('otherText', { city: city.name })}>
        <a className="btn btn-s" href={pathIn(language, `/rent/${kind}?${query}`)}>
          {t('offers')}
          <span className="vh">, {fullname}</span>
        </a>
      </Way>
      {(status === 'CONFIRMED' || status === 'AWAITING_CONFIRMATION') && (
        <Way title={t('refund')} text={t('refundText', { amount: formatMoney(refund, currency, language) })}>
          <a className="btn btn-s btn-bad" href={pathIn(language, `/desk/reservations/${id}/${cancel}`)}>
            {t('giveBack')}
            <span className="vh"> {fullname}</span>
          </a>
        </Way>
      )}
    </ol>
  )
}

function Way({ title, text, children }: { title: ReactNode; text: string; children?: ReactNode }) {
  return (
    <li className="row between">
      <div className="grow">
        <b className="row row-s">{title}</b>
        <p className="sm soft">{text}</p>
      </div>
      {children}
    </li>
  )
}
