/** The topics that the demonstration's bot can answer. */
export const BOT_TOPICS = [
  'person',
  'hours',
  'book',
  'deposit',
  'cancel',
  'payment',
  'thanks',
  'greeting',
  'file',
  'other',
] as const
export type BotTopic = (typeof BOT_TOPICS)[number]

/** Words and beginnings of words in the five languages. Topics are tried in this order. */
const WORDS: readonly [topic: BotTopic, words: RegExp][] = [
  [
    'person',
    /انسان|آدم|اپراتور|کارشناس|همکارتان|با (یک نفر|کسی)|إنسان|انسان|موظف|شخص حقيقي|مندوب|human|real person|a person|\bagent\b|operator|someone real|(speak|talk) (to|with) (a|some)|representative|insan|temsilci|yetkili|operatör|gerçek (bir )?kişi|mensch|mitarbeiter|(mit|zu) jemand/iu,
  ],
  ['cancel', /لغو|کنسل|cancel|refund|إلغاء|الغاء|استرداد|iptal|iade|storn/iu],
  ['deposit', /ودیعه|چک|وديعة|deposit|depozito|kaution/iu],
  ['payment', /پرداخت|کیف پول|درگاه|دفع|pay|wallet|ödeme|cüzdan|zahl|guthaben/iu],
  ['hours', /ساعت|چه موقع|کی باز|hour|open|when are you|ساعات|أوقات|متى|saat|açık|öffnung|uhr|wann/iu],
  ['book', /رزرو|اجاره|احجز|حجز|استئجار|book|rent|reserv|rezerv|kirala|buch|miet/iu],
  ['thanks', /ممنون|متشکر|مرسی|سپاس|شكرا|شكرًا|thank|teşekkür|sağ ol|danke/iu],
  ['greeting', /سلام|درود|مرحبا|أهلا|hello|\bhi\b|good (morning|evening)|merhaba|selam|hallo|guten/iu],
]

/** Topics for a person, which the bot has no answer to. */
const FOR_A_PERSON: readonly BotTopic[] = ['person', 'file', 'other']

/** Whether a message needs a person, whatever the bot answers. */
export function needsPerson(text: string): boolean {
  return FOR_A_PERSON.includes(botTopic(text))
}

/** What a message is about, as far as the bot can recognise it. */
export function botTopic(text: string): BotTopic {
  if (text.trim() === '') return 'file'
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? 'other'
}
