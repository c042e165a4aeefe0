import type { CustomerAction } from './customer-action.ts'

type Words = {
  simulation: string
  noMoney: string
  bank: { saman: string; yekpay: string }
  merchant: string
  order: string
  amount: string
  toman: (amount: string) => string
  rial: (amount: string) => string
  ends: string
  finish: string
  tests: string
  actions: Record<CustomerAction, string>
  returning: string
  back: string
  stays: string
  notFound: string
  card: string
}

/** The bank page's texts. They are not in the shop's locales, because a bank has its own. */
export const words: Record<'fa' | 'en', Words> = {
  en: {
    simulation: 'Simulated bank — no real money',
    noMoney: 'Nothing is charged here. Choose what the bank should do.',
    bank: { saman: 'Speaks the protocol of Saman (toman)', yekpay: 'Speaks the protocol of Yekpay (euro)' },
    merchant: 'Merchant',
    order: 'Order number',
    amount: 'Amount',
    toman: (amount) => `${amount} toman`,
    rial: (amount) => `${amount} Rial`,
    ends: 'Payable until',
    finish: 'Payment',
    tests: 'What else can happen',
    actions: {
      pay: 'Pay',
      cancel: 'Cancel',
      fail: 'Let the payment fail',
      expire: 'Let the session expire',
      pay_other_amount: 'Pay another amount',
      pay_never_return: 'Pay and never return to the shop',
      pay_return_twice: 'Pay and return twice',
      pay_foreign_order: 'Pay and return with a foreign order number',
    },
    returning: 'The bank is done',
    back: 'Return to the shop',
    stays: 'The bank has done what you asked and does not send you back. You can close this page.',
    notFound: 'This payment is unknown or no longer valid',
    card: 'Test card',
  },
  fa: {
    simulation: 'بانک آزمایشی — بدون پول واقعی',
    noMoney: 'اینجا هیچ پولی برداشت نمی‌شود. انتخاب کنید بانک چه کند.',
    bank: { saman: 'با پروتکل سامان (تومان)', yekpay: 'با پروتکل یک‌پی (یورو)' },
    merchant: 'پذیرنده',
    order: 'شمارهٔ سفارش',
    amount: 'مبلغ',
    toman: (amount) => `${amount} تومان`,
    rial: (amount) => `${amount} ریال`,
    ends: 'مهلت پرداخت',
    finish: 'پرداخت',
    tests: 'رخدادهای دیگر',
    actions: {
      pay: 'پرداخت',
      cancel: 'انصراف',
      fail: 'پرداخت ناموفق',
      expire: 'پایان مهلت نشست',
      pay_other_amount: 'پرداخت با مبلغ دیگر',
      pay_never_return: 'پرداخت و بازنگشتن به فروشگاه',
      pay_return_twice: 'پرداخت و دو بار بازگشتن',
      pay_foreign_order: 'پرداخت و بازگشت با شمارهٔ سفارش بیگانه',
    },
    returning: 'کار بانک تمام شد',
    back: 'بازگشت به فروشگاه',
    stays: 'بانک کار خواسته‌شده را انجام داد و شما را برنمی‌گرداند. می‌توانید این صفحه را ببندید.',
    notFound: 'این پرداخت ناشناخته است یا دیگر اعتبار ندارد',
    card: 'کارت آزمایشی',
  },
}
