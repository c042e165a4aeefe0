import { auditLog } from './operator/audit.ts'
import { codes, createCode, endCode } from './operator/codes.ts'
import { changeCompany, companies, company } from './operator/companies.ts'
import { config } from './operator/config.ts'
import { correct, corrections, decideCorrection } from './operator/corrections.ts'
import { find } from './operator/find.ts'
import { overview } from './operator/overview.ts'
import { payment } from './operator/payments.ts'
import { makePayouts, payoutBatch, payouts, settlePayouts } from './operator/payouts.ts'
import { ban, person, removeFactor } from './operator/people.ts'
import { refund } from './operator/refunds.ts'
import { changeTemplate, previewTemplate, template, templates } from './operator/templates.ts'

export const operator = {
  auditLog,
  ban,
  changeCompany,
  changeTemplate,
  codes,
  companies,
  company,
  config,
  correct,
  corrections,
  createCode,
  decideCorrection,
  endCode,
  find,
  overview,
  previewTemplate,
  payment,
  person,
  refund,
  template,
  templates,
  removeFactor,
  payouts,
  makePayouts,
  payoutBatch,
  settlePayouts,
}
