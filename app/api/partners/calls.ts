import { application, saveApplication, sendApplication } from './application.ts'

export const partners = { application, saveApplication, sendApplication }
