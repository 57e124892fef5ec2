import assert from 'node:assert/strict'
import { consoleSession } from './console.ts'
import type { Journey } from './journeys.ts'
import { onLookingAgain, settled, takenIn, visit } from './page.ts'
import { apply, askCode, choose, one, PHOTO, putPicture } from './steps.ts'

const PHONE = '13755550088'
const NAME = '叶知秋'
const CLINIC = '望湖路门诊'

/** Sessions that somebody with this phone has opened, ended ones too. */
const SESSIONS = `select count(*)::int as count from session s join account a on a.id = s.account_id where a.phone = $1`

export const journeys: Journey[] = [
  {
    name: '新人：手机号注册，医生认证并由平台审核通过，申请加入门诊，通过后不重新登录，菜单完整并能打开其中的页面 [register login-code doctor-auth menu-type-2 menu-type-3 menu-type-1 toast-submitted]',
    async run({ browser, stack }) {
      const newcomer = await visit(browser, stack)
      const { page, context } = newcomer
      const menu = page.getByRole('navigation', { name: '主导航' })

      await page.goto('/register')
      await askCode(page, context, PHONE)
      await page.getByLabel('密码', { exact: true }).fill('Abc12345')
      await page.getByLabel('确认密码').fill('Abc12345')
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.getByText('请先阅读并同意用户协议和隐私政策').waitFor()
      await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.waitForURL('**/clinicManage')
      const { count } = await one<{ count: number }>(stack.owner, SESSIONS, [PHONE])

      // Nothing is open yet: the menu asks for a clinic, and offers the two ways to one.
      await menu.getByRole('link', { name: '患者', exact: true }).click()
      const prompt = page.getByRole('dialog')
      await prompt
        .getByText('您还没有所属门诊信息，可以先申请创建门诊或者关联门诊，通过审核后即可体验全部功能！')
        .waitFor()
      await prompt.getByRole('button', { name: '创建门诊' }).waitFor()
      await prompt.getByRole('button', { name: '关联门诊' }).waitFor()
      await page.keyboard.press('Escape')

      await page.goto('/userDoctorNav')
      await page.getByRole('link', { name: '开始认证' }).click()
      await page.waitForURL('**/userDoctor')
      await settled(page)
      await page.getByRole('textbox', { name: '姓名', exact: true }).fill(NAME)
      await choose(page, '职称', '主治医师')
      await page.getByLabel('执业证号').fill('110330106013367')
      await page.getByLabel('执业范围').fill('口腔')
      await page.getByRole('button', { name: '提交审核' }).click()
      await page.getByText('请上传身份证照片').waitFor()
      // All are on their way at once: each one stays where it was put.
      const papers = ['身份证人像面', '身份证国徽面', '证书 1']
      for (const label of papers) await putPicture(page, label, PHOTO)
      for (const label of papers) await page.getByRole('button', { name: `更换${label}` }).waitFor()
      await page.getByRole('button', { name: '提交审核' }).click()
      await page.getByText('提交成功').waitFor()
      await page.getByText('资料审核中，审核结束前不能修改').waitFor()

      // The provider's reviewer reads the papers and lets them pass.
      const desk = await visit(browser, stack)
      const held = JSON.stringify(await consoleSession(stack))
      await desk.context.addInitScript((text) => localStorage.setItem('dentin.platform', text), held)
      await desk.page.goto('/platform/doctors')
      await desk.page.getByRole('table', { name: '医生审核' }).getByRole('row').filter({ hasText: NAME }).click()
      await desk.page.getByText('110330106013367').waitFor()
      assert.equal(await desk.page.getByRole('button', { name: /^查看(身份证|证书|医师)/ }).count(), 3)
      await desk.page.getByRole('button', { name: '通过' }).click()
      await desk.page
        .getByRole('alertdialog')
        .or(desk.page.getByRole('dialog'))
        .getByRole('button', { name: '通过' })
        .click()
      await desk.page.getByText('已通过').first().waitFor()

      // A recognised doctor without a clinic: the prompt has one way on now.
      await onLookingAgain(page, page.getByText('已认证'))
      await menu.getByRole('link', { name: '患者', exact: true }).click()
      // By key: a dialog that is still growing moves away under the pointer of a busy machine.
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).press('Enter')
      await page.waitForURL('**/clinicManage')

      await page.goto('/relateClinic')
      await apply(page, '望湖路', NAME)

      const administrator = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await administrator.page.goto('/employeEaudit')
      const row = administrator.page.getByRole('row').filter({ hasText: NAME })
      await row.getByRole('button', { name: '通过' }).click()
      const taking = administrator.page.getByRole('dialog')
      await taking.getByRole('button', { name: '通过' }).click()
      await taking.getByText('请选择岗位').waitFor()
      await choose(taking, '岗位', '医生')
      await choose(taking, '工种', '医生')
      await choose(taking, '工作类型', '兼职')
      await taking.getByRole('button', { name: '通过' }).click()
      await administrator.page.getByText(`${NAME} 已加入本门诊`).waitFor()

      await takenIn(page, CLINIC)
      for (const name of ['今日', '医生工作台', '预约', '患者', '病历', '收费'])
        await menu.getByRole('link', { name, exact: true }).waitFor()
      await menu.getByRole('link', { name: '患者', exact: true }).click()
      await page.waitForURL('**/allTimePatients')
      await settled(page)
      assert.equal(await page.getByRole('dialog').count(), 0)
      await menu.getByRole('link', { name: '医生工作台', exact: true }).click()
      await page.waitForURL('**/doctorIndex')
      await settled(page)

      const member = await one<{ name: string; post: string; work_type: number; user_auth: number }>(
        stack.owner,
        `select e.name, p.name as post, e.work_type, a.user_auth from account a
         join employee e on e.account_id = a.id join employee_post ep on ep.tenant_id = e.tenant_id and ep.employee_id = e.id
         join post p on p.tenant_id = ep.tenant_id and p.id = ep.post_id where a.phone = $1`,
        [PHONE],
      )
      assert.deepEqual([member.name, member.post, member.user_auth], [NAME, '医生', 2])
      // The clinic came into the session that registering opened: nobody signed in again.
      assert.equal(new URL(page.url()).pathname, '/doctorIndex')
      const after = await one<{ count: number }>(stack.owner, SESSIONS, [PHONE])
      assert.ok(after.count - count <= 1, `${after.count} sessions, ${count} before`)
      assert.deepEqual(
        [...newcomer.problems, ...desk.problems, ...administrator.problems].filter(
          (problem) => !/^answer: (400|401)/.test(problem),
        ),
        [],
      )
    },
  },
]
