import { application, saveApplication, sendApplication } from './partners/application.ts'

export const partners = { application, saveApplication, sendApplication }
