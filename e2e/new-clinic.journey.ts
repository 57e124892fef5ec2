import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { approveReview, pendingReviews } from '../server/src/modules/qualification/index.ts'
import { consoleSession } from './console.ts'
import { Hand } from './hand.ts'
import type { Journey } from './journeys.ts'
import { onLookingAgain, settled, SIZES, takenIn, visit } from './page.ts'
import type { Stack } from './stack.ts'
import { cardOf, choose, codeFor, one, openNew, PHOTO, putPicture } from './steps.ts'

const PHONE = '13755550066'
const NAME = '林望江'
const CLINIC = '望江口腔诊所'
const PATIENT = '何小满'
const shots = path.join(import.meta.dirname, 'shots')
mkdirSync(shots, { recursive: true })

async function passDoctor(stack: Stack): Promise<void> {
  const { database } = stack.application.services
  await database.withPlatform(async (tx) => {
    const { list } = await pendingReviews(tx, { subject: 'doctor', status: 0, keyword: NAME, pageNum: 1, pageSize: 5 })
    await approveReview(tx, 'doctor', list[0]?.id as string, { name: '审核员甲' })
  })
}

/** The screen at the desk and on the phone, kept to be looked at. */
async function picture(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: path.join(shots, `${name}-desktop.png`) })
  await page.setViewportSize(SIZES.phone)
  await settled(page)
  await page.screenshot({ path: path.join(shots, `${name}-phone.png`) })
  await page.setViewportSize(SIZES.desktop)
  await settled(page)
}

export const journeys: Journey[] = [
  {
    name: '新门诊：注册、认证、申请，平台通过后照开业准备走完，第一位患者到店、开单、收款、收据；注册和申请不超过 20 次点击、115 次按键',
    async run({ browser, stack }) {
      const founder = await visit(browser, stack)
      const { page, context } = founder
      const hand = new Hand(page)
      const menu = page.getByRole('navigation', { name: '主导航' })

      await page.goto('/register')
      await picture(page, 'register')
      await page.getByLabel('手机号', { exact: true }).focus()
      await hand.type(PHONE)
      await hand.click(page.getByRole('button', { name: '获取验证码' }))
      await page.getByText('未接入短信通道，验证码在本地发件箱').waitFor()
      const code = await codeFor(context, PHONE)
      await page.getByLabel('短信验证码').focus()
      await hand.type(code)
      await hand.click(page.getByLabel('密码', { exact: true }))
      await hand.type('Abc12345')
      await hand.click(page.getByLabel('确认密码'))
      await hand.type('Abc12345')
      await hand.click(page.getByRole('checkbox', { name: /我已阅读并同意/ }))
      await hand.click(page.getByRole('button', { name: '注册', exact: true }))
      await page.waitForURL('**/clinicManage')
      const registering = hand.used

      // Certified as a doctor beside the counted way: who only founds need not be one.
      await page.goto('/userDoctor')
      await page.getByRole('textbox', { name: '姓名', exact: true }).fill(NAME)
      await choose(page, '职称', '主治医师')
      await page.getByLabel('执业证号').fill('110330106013367')
      await page.getByLabel('执业范围').fill('口腔')
      for (const label of ['身份证人像面', '身份证国徽面', '证书 1']) {
        await putPicture(page, label, PHOTO)
        await page.getByRole('button', { name: `更换${label}` }).waitFor()
      }
      await page.getByRole('button', { name: '提交审核' }).click()
      await page.getByText('资料审核中，审核结束前不能修改').waitFor()
      await passDoctor(stack)
      await onLookingAgain(page, page.getByText('已认证'))

      await page.goto('/clinicManage')
      await hand.click(page.getByRole('link', { name: /^创建门诊/ }))
      await page.waitForURL('**/userFactoryNav')
      await settled(page)
      await hand.click(page.getByLabel('机构名称'))
      await hand.type(`${CLINIC}有限公司`)
      await hand.press('Tab')
      await hand.type(NAME)
      await hand.click(page.getByRole('combobox', { name: '省份' }))
      await hand.type('浙江')
      await hand.press('Enter')
      await hand.click(page.getByRole('combobox', { name: '城市' }))
      await hand.click(page.locator('.ant-select-item-option').filter({ hasText: '杭州市' }))
      await hand.click(page.getByLabel('详细地址'))
      await hand.type('望江路 8 号')
      await hand.press('Tab')
      await hand.type(PHONE)
      await hand.press('Tab')
      await hand.type('3')
      await hand.press('Tab')
      await hand.type('91350100M000100Y43')
      await hand.picture('营业执照')
      await hand.click(page.getByLabel('执业许可证号或备案号'))
      await hand.type('PDY01234567890')
      await hand.picture('许可证或备案凭证')
      await hand.click(page.getByRole('textbox', { name: '许可证有效期至' }))
      await hand.type('2029-06-30')
      await hand.press('Enter')
      await picture(page, 'apply')
      await hand.click(page.getByRole('button', { name: /^提交/ }))
      await page.getByText('资料审核中，审核结束前不能修改').waitFor()
      const { clicks, keys } = hand.used
      console.log(`register ${JSON.stringify(registering)}, with the application ${JSON.stringify({ clicks, keys })}`)
      assert.ok(clicks <= 20 && keys <= 115, `${clicks} clicks, ${keys} keys`)

      // The console reads the papers and opens the clinic.
      const desk = await visit(browser, stack)
      const held = JSON.stringify(await consoleSession(stack))
      await desk.context.addInitScript((text) => localStorage.setItem('dentin.platform', text), held)
      await desk.page.goto('/platform/organisations')
      await desk.page.getByRole('table', { name: '机构审核' }).getByRole('row').filter({ hasText: CLINIC }).click()
      await desk.page.getByText('PDY01234567890').waitFor()
      await desk.page.getByRole('button', { name: '通过' }).click()
      await desk.page
        .getByRole('alertdialog')
        .or(desk.page.getByRole('dialog'))
        .getByRole('button', { name: '通过' })
        .click()
      // Approved: the console goes back to its list.
      await desk.page.waitForURL(/\/platform\/organisations(\?|$)/)
      await desk.context.close()

      // 开业准备 stands first, with what is done already.
      await takenIn(page, CLINIC)
      const entry = menu.getByRole('link', { name: /^开业准备/ })
      await entry.getByText('2 / 6').waitFor()
      await entry.click()
      await page.getByRole('heading', { name: `${CLINIC}，再一步就能约患者` }).waitFor()
      const step = page.locator('[aria-current="step"]')
      await step
        .getByRole('button', { name: new RegExp(`${NAME} .*全天`) })
        .first()
        .waitFor()
      await picture(page, 'set-up')
      await step.getByRole('button', { name: '就这样，发布第一周' }).click()
      await page.getByRole('heading', { name: '下一步：核对收费项目' }).waitFor()

      // The prices, there and back.
      await step.getByRole('link', { name: '去核对价目' }).click()
      await page.getByRole('row').filter({ hasText: '口腔全面检查' }).click()
      const price = page.getByRole('dialog')
      await price.getByRole('textbox', { name: '价格' }).fill('100')
      await price.getByRole('button', { name: '保存' }).click()
      await page.getByText('更新成功').waitFor()
      await picture(page, 'prices')
      await page.getByRole('row').filter({ hasText: '口腔全面检查' }).click()
      await page.getByRole('dialog').getByText('120 元 → 100 元').waitFor()
      await picture(page, 'price')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '核对好了' }).click()

      // Somebody scans the code, registers, applies as 前台, and is admitted with one click.
      await page.getByRole('heading', { name: '下一步：带入老患者' }).waitFor()
      await page.goto('/setUp')
      await settled(page)
      const { id: clinicId } = await one<{ id: string }>(stack.owner, 'select id from clinic where name = $1', [CLINIC])
      const colleague = await visit(browser, stack, { account: 'luyao' })
      await colleague.page.goto(`/register?clinic=${clinicId}&as=3`)
      const asking = colleague.page.getByRole('dialog', { name: '申请关联门诊' })
      await asking.getByText('申请的工种：前台').waitFor()
      await asking.getByRole('textbox', { name: '姓名', exact: true }).fill('路遥')
      await picture(colleague.page, 'invited')
      await asking.getByRole('button', { name: '提交申请' }).click()
      await colleague.page.getByText('关联审核已提交').waitFor()
      await onLookingAgain(page, page.getByRole('list', { name: '扫码来的人' }).getByText('路遥'))
      await page.getByRole('button', { name: '同意', exact: true }).click()
      await page.getByText('路遥 已加入本门诊').waitFor()
      await picture(page, 'set-up-four')
      await takenIn(colleague.page, CLINIC)
      // Who may not do a step sees who does.
      await colleague.page.goto('/setUp')
      await colleague.page.getByText(`由${NAME}来做`).first().waitFor()
      await picture(colleague.page, 'set-up-desk')

      await step.getByRole('button', { name: '先跳过' }).click()
      await page.getByRole('heading', { name: '下一步：看一眼打印抬头' }).waitFor()
      await picture(page, 'set-up-paper')
      await step.getByRole('button', { name: '没问题，就这样印' }).click()
      await page.getByText('可以接诊了', { exact: true }).waitFor()
      await picture(page, 'set-up-done')
      assert.equal(await entry.count(), 0)

      // The first patient walks in, is charged for what the list says, and gets the receipt.
      await page.goto('/dashboard')
      const file = await openNew(page, '添加患者')
      await file.getByRole('textbox', { name: '姓名', exact: true }).fill(PATIENT)
      await file.getByRole('radio', { name: '女', exact: true }).click()
      await file.getByRole('textbox', { name: '手机号' }).fill('13912340001')
      await choose(file, '来源', '路过')
      await file.getByRole('button', { name: '建档', exact: true }).click()
      await page.waitForURL(/\/patientCenter\?id=/)
      const { id: patientId } = await one<{ id: string }>(stack.owner, 'select id from patient where name = $1', [
        PATIENT,
      ])
      await page.goto(`/dashboard?new=registration&patientId=${patientId}`)
      const walkIn = page.getByRole('dialog', { name: '现场挂号' })
      await choose(walkIn, '医生', NAME)
      await walkIn.getByRole('button', { name: '挂号', exact: true }).click()
      await cardOf(page, '候诊', PATIENT).waitFor()
      await picture(page, 'first-patient')
      await page.goto(`/orderSet?patientId=${patientId}`)
      await settled(page)
      const adding = page.getByRole('combobox', { name: '加项目' })
      if (!(await adding.isVisible())) await page.getByRole('button', { name: '加项目' }).first().click()
      await adding.fill('kqqmjc')
      await page.getByRole('option', { name: /口腔全面检查/ }).click()
      await picture(page, 'first-charge')
      const payment = page.getByRole('region', { name: '收款' })
      await payment.getByRole('button', { name: '微信' }).click()
      const receipt = context.waitForEvent('page')
      await payment.getByRole('button', { name: '收款 100.00' }).click()
      const paper = await receipt
      await paper.getByText('实收大写：壹佰元整').waitFor()
      await paper.getByText(CLINIC).first().waitFor()
      await paper.close()
      assert.deepEqual(
        founder.problems.filter((problem) => !/^answer: (400|401|404)/.test(problem)),
        [],
      )
    },
  },
]
