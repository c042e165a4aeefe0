import { HelpLinks } from '#app/features/help/help-links.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PICTURED_GUARANTEES } from '#app/rules/constants.ts'
import { BINDING } from '#app/rules/reservation/reservation-status.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import '../../../styles/pass.css'

/** What the traveller brings to the counter, and the rules of the rent in a line. */
export function Bring({
  voucher,
  things,
  hasLinks,
}: {
  voucher: VoucherFacts
  things: readonly { slug: string; text: string }[]
  hasLinks: boolean
}) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { fuel_rule, mileage_per_day, late_hour_price } = voucher.ad
  const rules = [
    t.loose(`rules.fuel.${fuel_rule}`),
    mileage_per_day !== null && t('rules.mileage', { km: formatNumber(mileage_per_day, language) }),
    t('rules.late', { amount: formatMoney(late_hour_price, voucher.currency, language) }),
  ]
  return (
    <div className="pass-body stack stack-2">
      <h2 className="text-base">{t('bring')}</h2>
      <ul className="spec">
        {things
          .filter(({ slug }) => isNeeded(slug, voucher))
          .map(({ slug, text }) => (
            <li key={slug}>
              <Icon name="check" size="s" className="ok" />
              <span>
                {text}{' '}
                {hasLinks && slug === 'guarantee' && mayPicture(voucher) && (
                  <a href={pathIn(language, `/profile/reservation/${voucher.id}#deposit`)}>{t('sendDeposit')}</a>
                )}
              </span>
            </li>
          ))}
      </ul>
      <p className="sm soft">{rules.filter(Boolean).join(' ')}</p>
      {hasLinks && <HelpLinks entries={['deposit', 'insurance', 'fuel', 'late-return', 'breakdown', 'accident']} />}
    </div>
  )
}

/** Nobody brings a guarantee or a rest that is not asked for, nor a deposit that is there. */
function isNeeded(slug: string, { trust_type, due_at_desk, deposit_facts }: VoucherFacts): boolean {
  if (slug === 'guarantee') return trust_type !== 'DEPOSIT_FREE' && deposit_facts.taken === 0
  return slug !== 'balance' || due_at_desk > 0
}

/** Whether the customer's page of the trip takes a picture of the guarantee. */
function mayPicture({ trust_type, status, is_shared }: VoucherFacts): boolean {
  return !is_shared && BINDING.includes(status) && PICTURED_GUARANTEES.some((type) => type === trust_type)
}
