import { approvals } from './operator/approvals.ts'
import { audit } from './operator/audit.ts'
import { companies } from './operator/companies.ts'
import { directory } from './operator/directory.ts'
import { disputes } from './operator/disputes.ts'
import { featured } from './operator/featured.ts'
import { inbox } from './operator/inbox.ts'
import { moderation } from './operator/moderation.ts'
import { news } from './operator/news.ts'
import { operators } from './operator/operators.ts'
import { find } from './operator/overview/find.ts'
import { overview } from './operator/overview/overview.ts'
import { partners } from './operator/partners.ts'
import { cardReturns } from './operator/payments/card-returns.ts'
import { corrections } from './operator/payments/corrections.ts'
import { payments } from './operator/payments/payments.ts'
import { reviews } from './operator/payments/reviews.ts'
import { payouts } from './operator/payouts.ts'
import { people } from './operator/people.ts'
import { reservations } from './operator/reservations/reservations.ts'
import { codes } from './operator/settings/codes.ts'
import { config } from './operator/settings/config.ts'
import { templates } from './operator/settings/templates.ts'
import { tax } from './operator/tax.ts'
import { texts } from './operator/texts.ts'

/** What operators do for everybody. To everybody else nothing of it is there. */
export const operator = {
  approvals,
  audit,
  companies,
  directory,
  disputes,
  featured,
  inbox,
  moderation,
  news,
  operators,
  overview: { ...overview, ...find },
  partners,
  payments: { ...payments, ...corrections, ...cardReturns, ...reviews },
  payouts,
  people,
  reservations,
  settings: { ...config, ...codes, ...templates },
  tax,
  texts,
}
