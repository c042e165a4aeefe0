import { approvals, decideApproval } from './operator/approvals/approvals.ts'
import { confirmHolder } from './operator/approvals/confirm-holder.ts'
import { auditLog } from './operator/audit.ts'
import { changeCommission, changeCompany, companies, company } from './operator/companies/companies.ts'
import { decideApplication, partnerApplication, partnerApplications } from './operator/companies/partners.ts'
import { addCity } from './operator/directory/add-city.ts'
import {
  addApplication,
  applications,
  changeApplication,
  removeApplication,
} from './operator/directory/applications.ts'
import { changeCity, cities } from './operator/directory/cities.ts'
import { addContact, changeContact, contacts, removeContact } from './operator/directory/contacts.ts'
import { find } from './operator/find.ts'
import { assign } from './operator/inbox/assign.ts'
import {
  addCannedAnswer,
  cannedAnswers,
  changeCannedAnswer,
  removeCannedAnswer,
} from './operator/inbox/canned-answers.ts'
import { conversation, inbox } from './operator/inbox/conversations.ts'
import { judgeListing, listing, listings } from './operator/moderation/listings.ts'
import { judgePhoto, photo, photos } from './operator/moderation/photos.ts'
import { appoint, changeOperator, operators, removeOperator } from './operator/operators/operators.ts'
import { overview } from './operator/overview.ts'
import { cardReturns, decideCardReturn } from './operator/payments/card-returns.ts'
import { correct, decideCorrection } from './operator/payments/corrections.ts'
import { payment } from './operator/payments/payments.ts'
import { refund } from './operator/payments/refunds.ts'
import { decideReview } from './operator/payments/reviews.ts'
import { approvePayouts, makePayouts, payoutBatch, payouts, settlePayouts } from './operator/payouts/payouts.ts'
import { decideWalletPayout } from './operator/payouts/wallet-payouts.ts'
import { ban, person, removeFactor } from './operator/people/people.ts'
import { payments } from './operator/people/records.ts'
import { reservations } from './operator/reservations.ts'
import { codeChoices } from './operator/settings/code-limits.ts'
import { codes, createCode, endCode } from './operator/settings/codes.ts'
import { config, readConfig } from './operator/settings/config.ts'
import { changeTemplate, previewTemplate, template, templates } from './operator/settings/templates.ts'
import { changeText, previewText, text } from './operator/texts/text.ts'
import { texts } from './operator/texts/texts.ts'

export const operator = {
  cardReturns,
  decideCardReturn,
  decideReview,
  decideWalletPayout,
  addApplication,
  addCity,
  addCannedAnswer,
  addContact,
  applications,
  changeApplication,
  changeCity,
  changeContact,
  cities,
  contacts,
  removeApplication,
  removeContact,
  removeOperator,
  approvePayouts,
  confirmHolder,
  assign,
  appoint,
  approvals,
  auditLog,
  ban,
  changeCommission,
  changeCompany,
  changeOperator,
  cannedAnswers,
  changeCannedAnswer,
  changeTemplate,
  changeText,
  codeChoices,
  codes,
  companies,
  company,
  config,
  conversation,
  correct,
  createCode,
  decideApproval,
  decideCorrection,
  endCode,
  find,
  inbox,
  judgeListing,
  judgePhoto,
  listing,
  listings,
  operators,
  overview,
  previewTemplate,
  previewText,
  payment,
  payments,
  reservations,
  person,
  photo,
  photos,
  readConfig,
  refund,
  removeCannedAnswer,
  template,
  templates,
  text,
  texts,
  removeFactor,
  payouts,
  makePayouts,
  payoutBatch,
  settlePayouts,
  partnerApplications,
  partnerApplication,
  decideApplication,
}
