import { z } from 'zod'
import { deskStaff, forCompany } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { Instant, listOf, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { requiredLines } from '#app/contract/shapes/text.ts'
import { REVIEW_ANSWER_MAX } from '#app/rules/search/rating.ts'

const { CHANGED_MEANWHILE } = ERRORS

export const REVIEW_VIEWS = ['WAITING', 'ANSWERED', 'ALL'] as const

/** A review of a vehicle as its company's staff see it: what everybody sees. */
const CompanyReview = z.object({
  id: z.int(),
  ad: z.int(),
  vehicle: z.string(),
  author: z.string(),
  language: z.string(),
  body: z.string(),
  score: z.int().nullable(),
  created_at: Instant,
  answer: z.string().nullable(),
  answered_at: Instant.nullable(),
  /** Which colleague answered. */
  answered_by: z.string().nullable(),
})

/** The approved reviews of the last 12 months, of all vehicles of the company. */
const ReviewFigures = z.object({
  /** The mean of their stars, to one decimal; null without any. */
  score: z.number().nullable(),
  reviews: z.int(),
  /** In whole per cent; null without any review. */
  answered_percent: z.int().nullable(),
  /** The median time from review to answer, in days, to one decimal; null without an answer. */
  answer_days: z.number().nullable(),
})

/** What everybody reads below the review. */
export const ReviewAnswer = z.object({ answer: requiredLines(REVIEW_ANSWER_MAX) })

const one = z.object({ company: CompanyId, id: RowId })

export const reviews = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/reviews/',
      summary: 'Approved reviews of the company’s vehicles, newest first (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, view: z.enum(REVIEW_VIEWS).default('WAITING').catch('WAITING') }))
    .output(listOf(CompanyReview).extend({ waiting: z.int(), figures: ReviewFigures })),
  read: forCompany(deskStaff)
    .route({ method: 'GET', path: '/desk/reviews/{id}/', summary: 'One of them (ours)', tags: ['company'] })
    .input(one)
    .output(CompanyReview),
  answer: forCompany(deskStaff)
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/reviews/{id}/answer/',
      summary: 'Answer a review in public, once; the same answer twice is once (ours)',
      tags: ['company'],
    })
    .input(one.extend(ReviewAnswer.shape))
    .output(CompanyReview),
}
