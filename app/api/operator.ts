import { approvals, decideApproval } from './operator/approvals.ts'
import { auditLog } from './operator/audit.ts'
import { codes, createCode, endCode } from './operator/codes.ts'
import { changeCommission, changeCompany, companies, company } from './operator/companies.ts'
import { config, readConfig } from './operator/config.ts'
import { confirmHolder } from './operator/confirm-holder.ts'
import { correct, decideCorrection } from './operator/corrections.ts'
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
import { appoint, changeOperator, operators, removeOperator } from './operator/operators.ts'
import { overview } from './operator/overview.ts'
import { decideApplication, partnerApplication, partnerApplications } from './operator/partners.ts'
import { payment } from './operator/payments.ts'
import { approvePayouts, makePayouts, payoutBatch, payouts, settlePayouts } from './operator/payouts.ts'
import { ban, person, removeFactor } from './operator/people.ts'
import { payments, reservations } from './operator/records.ts'
import { refund } from './operator/refunds.ts'
import { changeTemplate, previewTemplate, template, templates } from './operator/templates.ts'
import { changeText, previewText, text } from './operator/texts/text.ts'
import { texts } from './operator/texts/texts.ts'
import { decideWalletPayout } from './operator/wallet-payouts.ts'

export const operator = {
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
