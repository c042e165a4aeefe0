/** What renters of one language write; a score of 1 to 5 goes with each text. */
export type CommentVoice = {
  authors: string[]
  cars: [score: number, body: string][]
  motorbikes: [score: number, body: string][]
}
