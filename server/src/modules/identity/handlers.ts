import type { contract } from '@dentin/contract'
import { PICTURE_PREFIX } from '@dentin/contract/core/pictures'
import { maskPhone } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { makeCaptcha, storeCaptcha } from './captcha.ts'
import { confirmPhone, register, resetPassword, signInByPhone } from './commands/by-phone.ts'
import { answerScan, openScan, scanned, scanStatus, signInByScan } from './commands/by-scan.ts'
import { bindWeChat, signInByWeChat, wechatEntry } from './commands/by-wechat.ts'
import { changePassword, signOut, switchClinic, updateOwnInfo } from './commands/own-account.ts'
import { chooseClinic, signIn } from './commands/sign-in.ts'
import { arrangementOf, resetArrangement, saveArrangement } from './custom-menu.ts'
import { CAPTCHA_PER_ADDRESS, withinLimit } from './limits.ts'
import { membershipsOf } from './members.ts'
import { lastPlatformSms, needsCaptcha, sendPhoneCode } from './phone-codes.ts'
import { workplacesIn } from './extension-points.ts'
import { accountById } from './queries.ts'
import { arrangeMenu, menuFor, splitResource } from './rules.ts'

const grantedMenu = async ({ tx, clinicId, employeeId }: ClinicContext) =>
  menuFor((await workplacesIn(tx).grantsOf(tx, clinicId, employeeId)).map((grant) => grant.resource))

export const identityHandlers: Handlers<typeof contract.identity> = {
  imageCaptcha: async ({ services, ip, actor }) => {
    if (!(await services.database.withPlatform((tx) => withinLimit(tx, CAPTCHA_PER_ADDRESS, ip), actor)))
      throw new AppError('TOO_MANY')
    const captcha = await makeCaptcha()
    await services.database.withPlatform((tx) => storeCaptcha(tx, captcha), actor)
    return { base64String: captcha.image, captchaId: captcha.id }
  },
  login: (context, input) => signIn(context, input),
  loginElsewhere: (context, input) => signIn(context, input),
  chooseClinic: (context, input) => chooseClinic(context, input),
  smsCaptcha: async (context, input) => {
    // Without a provider the code lies in the outbox of this machine, where nobody from outside can read it.
    if (context.services.sms.local && !context.isLocal) throw new AppError('SMS_CLOSED')
    await sendPhoneCode(context, input)
    return { local: context.services.sms.local }
  },
  smsOutbox: async ({ services, actor, isLocal }) => {
    if (!services.sms.local || services.config.isProduction || !isLocal) throw new AppError('NOT_FOUND')
    return services.database.withPlatform((tx) => lastPlatformSms(tx), actor)
  },
  register: (context, input) => register(context, input),
  loginByCode: (context, input) => signInByPhone(context, input),
  checkAccount: async ({ services, ip, actor }) => ({
    captchaNeeded: await services.database.withPlatform((tx) => needsCaptcha(tx, ip), actor),
  }),
  checkPhoneCaptcha: async (context, input) => {
    await confirmPhone(context, input)
    return null
  },
  forgetPassword: async (context, input) => {
    await resetPassword(context, input)
    return null
  },
  scanCode: (context) => openScan(context),
  scanStatus: (context, { ticket }) => scanStatus(context, ticket),
  scanLogin: (context, { code }) => signInByScan(context, code),
  scanned: async (context, { qr }) => {
    const seen = await scanned(context, qr)
    return { ...seen, phone: maskPhone(seen.phone) }
  },
  answerScan: async (context, { qr, accept }) => {
    await answerScan(context, { code: qr, accept })
    return null
  },
  wechatEntry: async (context, input) => ({ url: wechatEntry(context, input) }),
  wechatLogin: (context, { code }) => signInByWeChat(context, code),
  wechatBind: async (context, { ticket }) => {
    await bindWeChat(context, ticket)
    return null
  },
  logout: async (context) => {
    await signOut(context)
    return null
  },
  authStatus: async ({ tx, accountId, clinic }) => {
    const account = await accountById(tx, accountId)
    const place = clinic ? await workplacesIn(clinic.tx).placeOf(clinic.tx, clinic.clinicId, clinic.employeeId) : null
    // A clinic may have taken the person in since this session began.
    const related = place !== null || (await membershipsOf(tx, accountId, null)).length > 0
    return {
      orgAuth: place?.orgAuth ?? account.orgAuth,
      // Whoever has no clinic still has to create or relate to one.
      isCreateClinic: !related,
      isRelateClinic: related,
      userAuth: account.userAuth,
      isDoctorAuth: account.userAuth === 2,
    }
  },
  switchClinic: (context, { clinicId }) => switchClinic(context, clinicId),
  changeClinic: (context, { clinicId }) => switchClinic(context, clinicId),
  clinicList: async ({ tx, accountId }) => {
    const places = await membershipsOf(tx, accountId, null)
    return places.map(({ clinicId, clinicName, isCompany, logoUrl }) => ({ clinicId, clinicName, isCompany, logoUrl }))
  },
  userInfo: async ({ tx, accountId, clinic }) => {
    const account = await accountById(tx, accountId)
    const place = clinic ? await workplacesIn(clinic.tx).placeOf(clinic.tx, clinic.clinicId, clinic.employeeId) : null
    return {
      currentUserId: account.id,
      employeeId: clinic?.employeeId ?? null,
      nickName: account.nickName,
      employeeName: place?.employeeName ?? account.nickName,
      loginName: account.loginName,
      phone: maskPhone(account.phone),
      avatar: account.avatarPath,
      avatarPath: account.avatarPath,
      avatarLink: account.avatarPath && `${PICTURE_PREFIX}${account.avatarPath}`,
      birthDay: account.birthDay,
      gender: account.gender,
      clinicId: clinic?.clinicId ?? null,
      clinicName: place?.clinicName ?? null,
      companyId: clinic?.tenantId ?? null,
      companyName: place?.companyName ?? null,
      isCompany: place?.isCompany ?? false,
      isChain: place?.isChain ?? false,
      posts: place?.posts ?? [],
      isDoctor: place?.isDoctor ?? false,
      userAuth: account.userAuth,
      orgAuth: place?.orgAuth ?? -1,
    }
  },
  updateInfo: async ({ tx, accountId }, info) => {
    await updateOwnInfo(tx, accountId, info)
    return null
  },
  changePassword: (context, input) => changePassword(context, input),
  permissionMenu: async (context) =>
    arrangeMenu(await grantedMenu(context), await arrangementOf(context.tx, context.employeeId)),
  saveCustomMenu: async (context, input) => {
    const granted = (await grantedMenu(context)).map(({ path }) => path)
    await saveArrangement(context.tx, context, input, granted)
    return null
  },
  resetCustomMenu: async (context) => {
    await resetArrangement(context.tx, context)
    return null
  },
  resourceList: async ({ tx, clinicId, employeeId }) =>
    (await workplacesIn(tx).grantsOf(tx, clinicId, employeeId)).map(({ resource, scope }) => ({
      ...splitResource(resource),
      scope,
    })),
}
