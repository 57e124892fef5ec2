import type { StatusOf } from '@dentin/contract/core/states'
import { allResources, menuScreens, type contract } from '@dentin/contract'
import { isReceiving, receptionMessage, type receptionStates } from '@dentin/contract/core/status'
import { daysBetween } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { receptionIn, waitingFor } from './reception.ts'
import { setOpenEntry, switchWarehouse } from './commands.ts'
import { peopleIn } from './people.ts'
import { clinicSettings, offeredPackages, payMethods } from './public-api.ts'
import {
  chairsOf,
  clinicCard,
  clinicInfo,
  dictItems,
  findDiagnoses,
  findTariffs,
  calendarYear,
  holidaysBetween,
  otherClinics,
  patientSources,
  tariffCategories,
} from './queries.ts'
import { putSetUpAway, setUp, settleSetUpStep } from './set-up.ts'
import {
  deliveryAddresses,
  makeDefaultAddress,
  removeDeliveryAddress,
  saveDeliveryAddress,
} from './settings/addresses.ts'
import { appointItems } from './settings/appoint-items.ts'
import { chairs, depts } from './settings/departments.ts'
import { dictionaries } from './settings/dictionaries.ts'
import { ownDiagnoses } from './settings/own-diagnoses.ts'
import { sources } from './settings/sources.ts'
import { categories } from './settings/tariff-categories.ts'
import { saveClinicItem, saveClinicConfig, saveClinicProfile } from './settings/commands.ts'
import { clinicConfig, clinicItemList, clinicProfile } from './settings/queries.ts'
import { tariffPackageSettings } from './settings/tariff-packages.ts'
import { payMethodSettings } from './settings/pay-methods.ts'
import { tariffHandlers } from './tariffs/handlers.ts'

const LONGEST_HOLIDAY_RANGE = 400

/** Stops, resumes or limits a doctor; who stops is told who still waits. */
async function receive(tx: TenantTx, clinicId: string, doctorId: string, status: StatusOf<typeof receptionStates>) {
  await receptionIn(tx).set(tx, clinicId, doctorId, status)
  return {
    registrationStatus: status,
    message: receptionMessage(status),
    waiting: isReceiving(status) ? [] : await waitingFor(tx, clinicId, doctorId),
  }
}

export const clinicHandlers: Handlers<typeof contract.clinic> = {
  deptList: async (at) => await depts.list(at),
  saveDept: async (at, input) => await depts.save(at, input),
  sortDepts: async (at, input) => await depts.sort(at, input),
  deptSheet: async (at) => await depts.sheet(at),
  chairList: async (at) => await chairs.list(at),
  saveChair: async (at, input) => await chairs.save(at, input),
  sortChairs: async (at, input) => await chairs.sort(at, input),
  chairSheet: async (at) => await chairs.sheet(at),
  appointItemList: async (at) => await appointItems.list(at),
  saveAppointItem: async (at, input) => await appointItems.save(at, input),
  sortAppointItems: async (at, input) => await appointItems.sort(at, input),
  appointItemSheet: async (at) => await appointItems.sheet(at),
  ownDiagnosisList: async (at) => await ownDiagnoses.list(at),
  saveOwnDiagnosis: async (at, input) => await ownDiagnoses.save(at, input),
  sortOwnDiagnoses: async (at, input) => await ownDiagnoses.sort(at, input),
  ownDiagnosisSheet: async (at) => await ownDiagnoses.sheet(at),
  clinicItemList: ({ tx, clinicId }) => clinicItemList(tx, clinicId),
  saveClinicItem: ({ tx, clinicId }, input) => saveClinicItem(tx, clinicId, input),
  dictList: async (at) => await dictionaries.list(at),
  saveDictItem: async (at, input) => await dictionaries.save(at, input),
  sortDictItems: async (at, input) => await dictionaries.sort(at, input),
  dictSheet: async (at) => await dictionaries.sheet(at),
  sourceList: async (at) => await sources.list(at),
  saveSource: async (at, input) => await sources.save(at, input),
  sortSources: async (at, input) => await sources.sort(at, input),
  sourceSheet: async (at) => await sources.sheet(at),
  clinicProfile: ({ tx, clinicId }) => clinicProfile(tx, clinicId),
  saveClinicProfile: ({ tx, clinicId, accountId }, input) => saveClinicProfile(tx, clinicId, accountId, input),
  clinicConfig: ({ tx, clinicId }) => clinicConfig(tx, clinicId),
  saveClinicConfig: ({ tx, clinicId }, input) => saveClinicConfig(tx, clinicId, input),
  settings: async ({ tx, clinicId }) => ({
    ...(await clinicCard(tx, clinicId)),
    ...(await clinicSettings(tx, clinicId)),
  }),
  employees: ({ tx, clinicId }) => peopleIn(tx).staffOf(tx, clinicId),
  doctors: ({ tx, clinicId, employeeId }) => peopleIn(tx).doctorsOf(tx, clinicId, employeeId),
  others: ({ tx, clinicId }) => otherClinics(tx, clinicId),
  chairs: ({ tx, clinicId }) => chairsOf(tx, clinicId),
  dictItems: ({ tx }, { typeCode }) => dictItems(tx, typeCode),
  patientSources: ({ tx }) => patientSources(tx),
  tariffCategories: ({ tx, clinicId }) => tariffCategories(tx, clinicId),
  tariffs: async (ctx, { keyword, categoryId, goods, pageNum, pageSize }) => ({
    ...(await findTariffs(ctx.tx, ctx.clinicId, {
      keyword,
      categoryId: categoryId ?? null,
      goods,
      pageNum,
      pageSize,
      seesCost: ctx.can('/field:cost'),
    })),
    pageNum,
    pageSize,
  }),
  payMethods: async ({ tx }) => (await payMethods(tx)).filter((method) => method.enabled),
  icdList: ({ tx }, { keyword, limit }) => findDiagnoses(tx, keyword, limit),
  holidays: ({ tx }, { from, to }) => {
    if (from > to || daysBetween(from, to) > LONGEST_HOLIDAY_RANGE)
      throw fieldError('BAD_INPUT', 'to', '结束日期应不早于开始日期，且最长 400 天')
    return holidaysBetween(tx, from, to)
  },
  calendarYear: ({ services }, { year }) => services.database.withPlatform((tx) => calendarYear(tx, year)),
  workStatus: async ({ tx, clinicId, employeeId }) => {
    const place = await receptionIn(tx).of(tx, clinicId, employeeId)
    return { registrationStatus: place?.isDoctor ? place.registrationStatus : null }
  },
  setWorkStatus: ({ tx, clinicId, employeeId }, { status }) => receive(tx, clinicId, employeeId, status),
  setDentistStatus: ({ tx, clinicId }, { doctorId, status }) => receive(tx, clinicId, doctorId, status),
  info: async ({ tx, clinicId }) => {
    const { isOpenEntry, warehouseVersion } = await clinicSettings(tx, clinicId)
    return { ...(await clinicInfo(tx, clinicId)), isOpenEntry, warehouseVersion }
  },
  setOpenEntry: async ({ tx, clinicId }, { id, isOpenEntry }) => {
    await setOpenEntry(tx, clinicId, id, isOpenEntry === 1)
    return null
  },
  switchWarehouse: ({ tx, clinicId, services }, { version }) => switchWarehouse(tx, services.jobs, clinicId, version),
  parseToken: async ({ accountId, clinic }, { clinicId }) => {
    if (clinicId && clinicId !== clinic?.clinicId) throw new AppError('NOT_A_MEMBER')
    const names = await (clinic && peopleIn(clinic.tx).employeeNames(clinic.tx, [clinic.employeeId]))
    const name = clinic && names?.get(clinic.employeeId)
    return {
      currentUserId: accountId,
      employeeId: clinic?.employeeId ?? null,
      employeeName: name ?? null,
      clinicId: clinic?.clinicId ?? null,
      companyId: clinic?.tenantId ?? null,
    }
  },
  deliveryAddresses: ({ tx, clinicId }) => deliveryAddresses(tx, clinicId),
  saveDeliveryAddress: ({ tx, clinicId }, input) => saveDeliveryAddress(tx, clinicId, input),
  makeDefaultAddress: ({ tx, clinicId }, input) => makeDefaultAddress(tx, clinicId, input),
  removeDeliveryAddress: ({ tx, clinicId }, input) => removeDeliveryAddress(tx, clinicId, input),
  tariffCategoryList: async (at) => await categories.list(at),
  saveTariffCategory: async (at, input) => await categories.save(at, input),
  sortTariffCategories: async (at, input) => await categories.sort(at, input),
  tariffCategorySheet: async (at) => await categories.sheet(at),
  ...tariffHandlers,
  packages: async ({ tx, clinicId }) => await offeredPackages(tx, clinicId),
  packageList: async (at) => await tariffPackageSettings.list(at),
  savePackage: async (at, input) => await tariffPackageSettings.save(at, input),
  sortPackages: async (at, input) => await tariffPackageSettings.sort(at, input),
  packageSheet: async (at) => await tariffPackageSettings.sheet(at),
  payMethodList: async (at) => await payMethodSettings.list(at),
  savePayMethod: async (at, input) => await payMethodSettings.save(at, input),
  sortPayMethods: async (at, input) => await payMethodSettings.sort(at, input),
  payMethodSheet: async (at) => await payMethodSettings.sheet(at),
  setUp: (context) => setUp(context.tx, context.clinicId, (resource) => context.can(resource)),
  settleSetUpStep: async ({ tx, clinicId }, { step, as }) => {
    await settleSetUpStep(tx, clinicId, step, as)
    return null
  },
  putSetUpAway: async ({ tx, clinicId }) => {
    await putSetUpAway(tx, clinicId)
    return null
  },
  menuList: async () => {
    const resources = allResources()
    return menuScreens.map(({ path, title, group, order, parent }) => ({
      path,
      title,
      group,
      order,
      parent,
      codes: resources.filter((each) => each.startsWith(`${path}:`)).map((each) => each.slice(path.length + 1)),
    }))
  },
}
