/** The mean of the marks, to one decimal; no mark is no score. */
export function ratingOf(rated: { rating_sum: number; rating_count: number }): { score: number | null; count: number } {
  const { rating_sum: sum, rating_count: count } = rated
  return { score: count ? Math.round((sum / count) * 10) / 10 : null, count }
}

/** The longest answer of a company to a review. Source: *ours*. */
export const REVIEW_ANSWER_MAX = 600
