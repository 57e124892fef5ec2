import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  approveReview,
  pendingReviews,
  rejectReview,
  type ReviewSubject,
} from '../server/src/modules/qualification/index.ts'
import { underHead } from './frame.ts'
import type { Journey } from './journeys.ts'
import { onLookingAgain, settled, takenIn, visit } from './page.ts'
import type { Stack } from './stack.ts'
import { PHOTO, putPicture } from './steps.ts'

const BY = { name: '审核员甲' }
/** What the toast says at this moment. */
const toastText = async (page: Page) =>
  (await page.locator('[role="status"][aria-live]').allInnerTexts()).join('').trim()

async function reviewOf(stack: Stack, subject: ReviewSubject, name: string): Promise<string> {
  const { list } = await stack.application.services.database.withPlatform((tx) =>
    pendingReviews(tx, { subject, status: 0, keyword: name, pageNum: 1, pageSize: 10 }),
  )
  assert.equal(list.length, 1)
  return list[0]?.id as string
}

export const journeys: Journey[] = [
  {
    name: '医生认证：驳回后重交，图片问题与拒绝都在原处（codes-silent-pages），审核通过不重新登录即生效，变更对照 [feature-qualification-review]',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'luyao' })
      await page.goto('/userDoctorNav')
      await page.getByText('医师执业证照片反光').waitFor()
      await page.getByRole('link', { name: '修改后重新提交' }).click()
      await page.waitForURL('**/userDoctor')
      await settled(page)

      // upload-limit, image-types: the words stand under the picture.
      await putPicture(page, '证书 1', Buffer.alloc(10 * 1024 * 1024 + 1))
      await page.getByText('上传文件不能大于10M').waitFor()
      await putPicture(page, '证书 1', Buffer.from('<svg onload="alert(1)"/>'))
      await page.getByText('请上传 jpeg、jpg 或 png 图片').waitFor()
      assert.equal(await toastText(page), '')
      // toast-uploaded
      await putPicture(page, '证书 1', PHOTO)
      await page.getByText('上传成功').waitFor()
      await page.getByText('请上传 jpeg、jpg 或 png 图片').waitFor({ state: 'detached' })

      await page.getByLabel('执业证号').fill('12345')
      await page.getByRole('button', { name: '重新提交' }).click()
      await page.getByText('执业证号应为15位数字').waitFor()
      await page.getByLabel('执业证号').fill('110330106013367')

      // What only the server knows is told at its field too; no code raises the toast on this page.
      await stack.owner.query(
        `update picture set paper_type = 'premises' where id in (select unnest(id_card) from doctor_auth d join account a on a.id = d.account_id where a.login_name = 'luyao')`,
      )
      await page.getByText('上传成功').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '重新提交' }).click()
      await page.getByText('图片不存在或已失效，请重新上传').waitFor()
      assert.equal(await toastText(page), '')
      for (const side of ['身份证人像面', '身份证国徽面']) {
        const taken = page.waitForResponse(/\/sms-api\/upload\?/)
        await putPicture(page, side, PHOTO)
        await taken
        await page.getByRole('button', { name: `更换${side}` }).waitFor()
      }
      await page.getByRole('button', { name: '重新提交' }).click()
      await page.getByText('提交成功').waitFor()
      await page.getByText('资料审核中，审核结束前不能修改').waitFor()

      const { database } = stack.application.services
      const first = await reviewOf(stack, 'doctor', '路遥')
      await database.withPlatform((tx) => approveReview(tx, 'doctor', first, BY))
      await onLookingAgain(page, page.getByText('已认证'))

      await page.getByRole('button', { name: '变更资料' }).click()
      await page.getByLabel('执业范围').fill('口腔正畸')
      await page.getByRole('button', { name: '提交变更' }).click()
      await page.getByRole('heading', { name: '资料对照' }).waitFor()
      const row = page.getByRole('row').filter({ hasText: '执业范围' })
      await row.waitFor()
      assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['口腔', '口腔正畸'])
      const change = await reviewOf(stack, 'doctor', '路遥')
      await database.withPlatform((tx) => rejectReview(tx, 'doctor', change, '请上传正畸专业证明', BY))
      await onLookingAgain(page, page.getByText('上次的变更未通过：请上传正畸专业证明。原资料继续有效。'))
      await page.getByText('口腔', { exact: true }).waitFor()
    },
  },
  {
    name: '创建门诊：审核中的申请，通过后不重新登录即进入门诊，菜单完整，证照可见',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'yuexiaochuan' })
      await page.goto('/userFactoryNav')
      await page.getByText('资料审核中，审核结束前不能修改').waitFor()
      await page.getByText('杭州小川口腔诊所有限公司').waitFor()
      await page.getByRole('button', { name: '查看营业执照' }).click()
      await page.getByRole('dialog').getByRole('img', { name: '营业执照' }).waitFor()
      await page.keyboard.press('Escape')

      const review = await reviewOf(stack, 'organisation', '小川口腔诊所')
      await stack.application.services.database.withPlatform((tx) => approveReview(tx, 'organisation', review, BY))
      await takenIn(page, '小川口腔诊所')
      await page.getByRole('link', { name: '患者', exact: true }).click()
      await page.waitForURL('**/allTimePatients')
      await page.goto('/userFactory')
      await page.getByText('已认证').waitFor()
      await page.getByText('91330105MA2K8H2R7M').waitFor()
      await page.getByRole('button', { name: '查看许可证或备案凭证' }).waitFor()

      // codes-silent-pages: a refusal of the server stands at its field.
      await page.getByRole('button', { name: '变更证照' }).click()
      assert.equal(await underHead(page), 0)
      await page.getByLabel('统一社会信用代码').fill('91330105MA2K8H2R7N')
      await page.getByRole('button', { name: '提交变更' }).click()
      await page.getByText('统一社会信用代码校验位不正确').waitFor()
      assert.equal(await toastText(page), '')
    },
  },
  {
    name: '证照到期：页眉提醒，什么都不锁；变更中的门诊新旧对照',
    async run({ browser, stack }) {
      const expired = await visit(browser, stack, { account: 'admin', clinic: '城西门诊' })
      await expired.page.goto('/dashboard')
      await expired.page.getByText('门诊的执业许可证已到期，请换证后提交变更').waitFor()
      await expired.page.getByRole('link', { name: '去处理' }).click()
      await expired.page.waitForURL('**/userFactory')
      await expired.page.getByText('许可证已到期', { exact: true }).waitFor()

      const waiting = await visit(browser, stack, { account: 'admin', clinic: '滨江门诊' })
      await waiting.page.goto('/userFactory')
      await waiting.page.getByRole('heading', { name: /^证照对照/ }).waitFor()
      await waiting.page.getByRole('row').filter({ hasText: '许可证有效期至' }).getByText('有变化').waitFor()
    },
  },
]
