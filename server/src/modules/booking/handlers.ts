import type { contract } from '@dentin/contract'
import { coveredRows } from '../patient/index.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { bookingSettings, proposeTime, saveBookingSettings } from './desk.ts'
import {
  publicAnswer,
  publicCancel,
  publicChange,
  publicCode,
  publicEnter,
  publicMine,
  publicPage,
  publicPicture,
  publicSlots,
  publicSubmit,
} from './public.ts'
import { openRequestCount, requestPage } from './queries.ts'

export const bookingHandlers: Handlers<typeof contract.booking> = {
  page: publicPage,
  picture: publicPicture,
  slots: publicSlots,
  sendCode: publicCode,
  enter: publicEnter,
  mine: publicMine,
  submit: publicSubmit,
  change: publicChange,
  cancel: publicCancel,
  answer: publicAnswer,
  async requests(context, input) {
    const page = await requestPage(context.tx, context.clinicId, input)
    const whose = ({ patientId, doctorId }: (typeof page.list)[number]) => ({ patientId, people: [doctorId] })
    return { ...page, list: await coveredRows(context, page.list, whose) }
  },
  requestCount: async ({ tx, clinicId }) => ({ count: await openRequestCount(tx, clinicId) }),
  propose: proposeTime,
  settings: ({ tx, clinicId }) => bookingSettings(tx, clinicId),
  saveSettings: saveBookingSettings,
}
