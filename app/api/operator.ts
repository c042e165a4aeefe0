import { approvals, decideApproval } from './operator/approvals/approvals.ts'
import { confirmHolder } from './operator/approvals/confirm-holder.ts'
import { auditLog } from './operator/audit.ts'
import { changeCommission, changeCompany, companies, company } from './operator/companies/companies.ts'
import { addCity } from './operator/directory/add-city.ts'
import { addApp, apps, changeApp, removeApp } from './operator/directory/apps.ts'
import { changeCity, cities } from './operator/directory/cities.ts'
import { addContact, changeContact, contacts, removeContact } from './operator/directory/contacts.ts'
import { read as dispute, list as disputes } from './operator/disputes/disputes.ts'
import { rule } from './operator/disputes/rule.ts'
import { document } from './operator/document.ts'
import { listFeatured, removeFeatured, setFeatured } from './operator/featured/featured.ts'
import { find } from './operator/find/find.ts'
import { assign } from './operator/inbox/assign.ts'
import {
  addCannedAnswer,
  cannedAnswers,
  changeCannedAnswer,
  removeCannedAnswer,
} from './operator/inbox/canned-answers.ts'
import { conversation, inbox } from './operator/inbox/conversations.ts'
import { judgeListing, listing, listings } from './operator/moderation/listings.ts'
import { lookAtListing } from './operator/moderation/look.ts'
import { judgePhoto, photo, photos } from './operator/moderation/photos.ts'
import { changeNews, createNews, deliveries, listNews, readNews } from './operator/news/news.ts'
import { sendIssue, stopIssue, testIssue } from './operator/news/send.ts'
import { appoint, changeOperator, colleagues, operators, removeOperator } from './operator/operators/operators.ts'
import { overview } from './operator/overview.ts'
import { applicantsDocument, decideApplication, partnerApplication, partnerApplications } from './operator/partners.ts'
import { cardReturns, decideCardReturn } from './operator/payments/card-returns.ts'
import { correct, decideCorrection } from './operator/payments/corrections.ts'
import { payment, payments } from './operator/payments/payments.ts'
import { refund } from './operator/payments/refunds.ts'
import { decideReview } from './operator/payments/reviews.ts'
import { approvePayouts, makePayouts, payoutBatch, payouts, settlePayouts } from './operator/payouts/payouts.ts'
import { releasePayouts } from './operator/payouts/proposals.ts'
import { decideWalletPayout } from './operator/payouts/wallet-payouts.ts'
import { people } from './operator/people/list.ts'
import { ban, person, removeFactor } from './operator/people/people.ts'
import { reservations } from './operator/reservations.ts'
import { codeChoices } from './operator/settings/code-limits.ts'
import { codes, createCode, endCode } from './operator/settings/codes.ts'
import { config, readConfig } from './operator/settings/config.ts'
import { changeTemplate, previewTemplate, template, templates } from './operator/settings/templates.ts'
import { dac7 } from './operator/tax/dac7.ts'
import { vat } from './operator/tax/vat.ts'
import { cover, removeCover, setCover } from './operator/texts/cover.ts'
import { createText, publishText } from './operator/texts/new-text.ts'
import { changeText, previewText, text } from './operator/texts/text.ts'
import { texts } from './operator/texts/texts.ts'

export const operator = {
  approvals: { list: approvals, decide: decideApproval },
  audit: { list: auditLog },
  companies: { list: companies, read: company, change: changeCompany, changeCommission },
  directory: {
    cities,
    addCity,
    changeCity,
    contacts,
    addContact,
    changeContact,
    removeContact,
    apps,
    addApp,
    changeApp,
    removeApp,
  },
  disputes: { list: disputes, read: dispute, rule },
  featured: { list: listFeatured, set: setFeatured, remove: removeFeatured },
  inbox: {
    list: inbox,
    read: conversation,
    assign,
    cannedAnswers,
    addCannedAnswer,
    changeCannedAnswer,
    removeCannedAnswer,
  },
  moderation: { photos, photo, judgePhoto, listings, listing, lookAtListing, judgeListing },
  news: {
    list: listNews,
    read: readNews,
    create: createNews,
    change: changeNews,
    test: testIssue,
    send: sendIssue,
    stop: stopIssue,
    deliveries,
  },
  operators: { list: operators, colleagues, appoint, change: changeOperator, remove: removeOperator },
  overview: { read: overview, document, find },
  partners: {
    list: partnerApplications,
    read: partnerApplication,
    readDocument: applicantsDocument,
    decide: decideApplication,
  },
  payments: {
    correct,
    decideCorrection,
    cardReturns,
    decideCardReturn,
    decideReview,
    refund,
    list: payments,
    read: payment,
  },
  payouts: {
    list: payouts,
    make: makePayouts,
    batch: payoutBatch,
    release: releasePayouts,
    decideWalletPayout,
    confirmHolder,
    approve: approvePayouts,
    settle: settlePayouts,
  },
  tax: { vat, dac7 },
  people: { list: people, read: person, ban, removeFactor },
  reservations,
  settings: {
    codes,
    codeChoices,
    createCode,
    endCode,
    templates,
    template,
    previewTemplate,
    changeTemplate,
    read: readConfig,
    change: config,
  },
  texts: {
    cover,
    setCover,
    removeCover,
    list: texts,
    read: text,
    preview: previewText,
    change: changeText,
    create: createText,
    publish: publishText,
  },
}
