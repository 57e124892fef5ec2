import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one, patientWithoutPictures } from './steps.ts'
import { photo } from '../server/test/photos.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'

/** Lets files fall onto the wall. */
async function drop(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, text: bytes.toString('base64') }))
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, text } of list) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: 'image/jpeg' }))
    }
    return data
  }, sent)
  const wall = page.getByRole('region', { name: '影像资料' })
  await wall.dispatchEvent('dragover', { dataTransfer: transfer })
  await wall.dispatchEvent('drop', { dataTransfer: transfer })
}

export const journeys: Journey[] = [
  {
    name: '影像资料：拖入 9 张归位，缺的一张列出，旋转，按键看图，手机扫码传一张即时出现',
    async run({ browser, stack }) {
      const patient = await patientWithoutPictures(stack.owner, DOCTOR)
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/imageData?id=${patient.id}`)
      await settled(page)
      await page.getByText('还没有影像').waitFor()
      await page.screenshot({ path: 'e2e/shots/pictures-empty.png' })
      await page.getByRole('button', { name: '新增阶段' }).first().click()
      await page.getByRole('dialog').getByRole('radio', { name: '初诊' }).click()
      await page.screenshot({ path: 'e2e/shots/pictures-stage.png' })
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByText('新增阶段成功').waitFor()

      // Four upright ones are the faces, five lying ones the mouth but one: the ninth names itself a film.
      const upright = await Promise.all([1, 2, 3, 4].map(() => photo({ width: 300, height: 400 })))
      const lying = await Promise.all([5, 6, 7, 8].map(() => photo({ width: 400, height: 300 })))
      await drop(page, [
        ...upright.map((bytes, n) => ({ name: `IMG_${n + 1}.jpg`, bytes })),
        ...lying.map((bytes, n) => ({ name: `IMG_${n + 5}.jpg`, bytes })),
        { name: '全景.jpg', bytes: await photo({ width: 500, height: 240 }) },
      ])
      await page.getByText('初诊资料还缺：下颌𬌗面').waitFor()
      await page.getByText(/^9 张的类别是/).waitFor()
      await page.getByRole('heading', { name: '其他影像' }).waitFor()
      await page.getByRole('button', { name: '查看上颌𬌗面' }).waitFor()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-wall.png' })
      await page.getByRole('button', { name: '全部正确' }).click()
      await page.getByText('已确认').waitFor()

      // The viewer by keys alone.
      await page.getByRole('button', { name: '查看正面像' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('1 / 9').waitFor()
      await page.keyboard.press('ArrowRight')
      await dialog.getByText('2 / 9').waitFor()
      await page.keyboard.press('ArrowLeft')
      await dialog.getByText('1 / 9').waitFor()
      const turned = page.waitForResponse((response) => response.url().endsWith('/emr-api/oss/rotate'))
      await page.keyboard.press('r')
      assert.equal((await turned).status(), 200)
      await page.keyboard.press('c')
      await dialog.getByLabel('对比的图片').waitFor()
      // Close up, arrows move both pictures together; the whole again, they go on.
      const looks = () =>
        dialog.locator('figure img').evaluateAll((all) => all.map((each) => (each as HTMLElement).style.transform))
      await dialog.locator('figure img').nth(1).waitFor()
      await page.keyboard.press('+')
      await page.keyboard.press('ArrowLeft')
      assert.deepEqual(await looks(), Array(2).fill('translate(60px, 0px) scale(1.25) rotate(0deg)'))
      await dialog.getByText('1 / 9').waitFor()
      await page.keyboard.press('0')
      assert.deepEqual(await looks(), Array(2).fill('translate(0px, 0px) scale(1) rotate(0deg)'))
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-viewer.png' })
      // Under one line, which the arrows draw.
      await page.keyboard.press('s')
      const line = dialog.getByRole('slider', { name: /与.*对比$/ })
      await line.press('ArrowLeft')
      assert.ok(Number(await line.getAttribute('aria-valuenow')) < 50)
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-slider.png' })
      await page.keyboard.press('Escape')
      const row = await one<{ rotate: number; version: number; count: number }>(
        stack.owner,
        `select max(rotate)::int as rotate, max(version)::int as version, count(*)::int as count from clinic_image where patient_id = $1`,
        [patient.id],
      )
      assert.deepEqual(row, { rotate: 90, version: 3, count: 9 })

      // A phone takes the missing one; the first screen shows it without being touched.
      const linked = page.waitForResponse((response) => response.url().endsWith('/clinicImage/link'))
      await page.getByRole('button', { name: '手机上传' }).click()
      const { token } = ((await (await linked).json()) as { data: { token: string } }).data
      await page.getByText('只能由一台手机打开').waitFor()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-code.png' })
      await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
      const phone = await visit(browser, stack, { size: 'phone' })
      await phone.page.goto(`/imageDataIn#${token}`)
      await phone.page.getByText('选择照片或拍照').waitFor()
      const file = { name: '下颌.jpg', mimeType: 'image/jpeg', buffer: await photo({ width: 400, height: 300 }) }
      await phone.page.locator('input[type=file]').setInputFiles(file)
      await phone.page.getByText('已传到', { exact: true }).waitFor()
      await phone.page.screenshot({ path: 'e2e/shots/pictures-phone.png' })
      await page.getByRole('button', { name: '查看下颌𬌗面' }).waitFor()
      assert.equal(await page.getByText('资料还缺').count(), 0)
      const again = await visit(browser, stack, { size: 'phone' })
      await again.page.goto(`/imageDataIn#${token}`)
      await again.page.getByText('二维码已在另一台手机上使用，请在电脑上重新生成').waitFor()
      await again.page.screenshot({ path: 'e2e/shots/pictures-used.png' })

      // Pasted out of the clipboard; sixty at a time, and what is left out is said where the pictures are.
      const bytes = (await photo({ width: 410, height: 300 })).toString('base64')
      const paste = (names: string[], type: string) =>
        page.evaluate(
          ([list, kind, text]) => {
            const data = new DataTransfer()
            const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
            for (const name of list) data.items.add(new File([content], name, { type: kind }))
            document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
          },
          [names, type, bytes] as [string[], string, string],
        )
      await paste(['咬翼.jpg'], 'image/jpeg')
      await page.getByRole('button', { name: '查看咬翼片' }).waitFor()
      await paste(
        Array.from({ length: 65 }, (_, n) => `说明 ${n}.txt`),
        'text/plain',
      )
      await page.getByText('一次最多上传 60 张：其余 5 张没有上传，请再选一次').waitFor()
      await page.screenshot({ path: 'e2e/shots/pictures-left-out.png' })
      await page.getByRole('button', { name: '收起' }).click()

      // The stage is renamed, and goes only with a word on its pictures.
      await page.getByRole('button', { name: '阶段操作' }).click()
      await page.getByRole('menuitem', { name: '修改阶段' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: '名称' }).fill('初诊资料')
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByText('修改阶段成功').waitFor()
      await page.getByRole('heading', { name: '初诊资料' }).waitFor()
      await page.getByRole('button', { name: '新增阶段' }).first().click()
      await page.getByRole('dialog').getByRole('radio', { name: '复查' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByRole('heading', { name: '复查' }).waitFor()
      await page.getByRole('button', { name: /^初诊资料/ }).click()
      await page.getByRole('button', { name: '阶段操作' }).click()
      await page.getByRole('menuitem', { name: '删除阶段' }).click()
      const asked = page.getByRole('dialog')
      await asked.getByText('该阶段有 11 张图片：').waitFor()
      await asked.getByText('移动到其他阶段').waitFor()
      await page.screenshot({ path: 'e2e/shots/pictures-stage-gone.png' })
      await asked.getByRole('button', { name: '删除' }).click()
      await page.getByText('删除阶段成功').waitFor()
      await page.getByRole('button', { name: '查看全景片' }).waitFor()

      // Deleted and taken back.
      await page.getByRole('button', { name: '全景片的操作' }).click()
      await page.getByRole('menuitem', { name: '删除' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
      await page.getByText('已删除，30 天内可恢复').waitFor()
      await page.getByRole('button', { name: '影像回收站' }).click()
      await page.getByRole('dialog').getByText('还有 30 天').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click()
      await page.getByRole('button', { name: '查看全景片', includeHidden: true }).waitFor({ state: 'attached' })
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 390, height: 844 })
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-mobile.png' })
      assert.deepEqual(problems, [])
      assert.deepEqual(phone.problems, [])
    },
  },
  {
    name: '影像资料：演示患者的阶段，缺的两张列出，电脑与手机上都看得全',
    async run({ browser, stack }) {
      const patient = await one<{ id: string }>(
        stack.owner,
        `select s.patient_id as id from image_stage s join clinic_image i on i.tenant_id = s.tenant_id and i.image_stage_id = s.id
         group by s.patient_id having bool_or(s.name = '治疗中（第 1 次）') and bool_or(s.name = '初诊') and not bool_or(i.type in (3, 9) and s.name = '初诊') order by 1 limit 1`,
        [],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/imageData?id=${patient.id}`)
      await settled(page)
      await page.getByRole('button', { name: /^治疗中（第 1 次）/ }).waitFor()
      await page.getByRole('button', { name: /^初诊/ }).click()
      await page.getByText('初诊资料还缺：侧面像、下颌𬌗面').waitFor()
      await page.getByRole('img', { name: '口内正面' }).waitFor()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-demo.png' })
      await page.setViewportSize({ width: 390, height: 844 })
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-demo-phone.png' })
      // One of them hangs on a record, and stands beside it.
      const record = await one<{ id: string }>(
        stack.owner,
        `select id from medical_record where patient_id = $1 and status in (0, 1, 2, 3) order by visit_time desc limit 1`,
        [patient.id],
      )
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`/patientMedicalRecord?id=${record.id}`)
      await settled(page)
      await page.getByRole('button', { name: '附图片' }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('button', { name: /^口内正面/ })
        .first()
        .click()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-choose.png' })
      await dialog.getByRole('button', { name: '附上 1 张' }).click()
      const beside = page.getByRole('region', { name: '影像' })
      await beside.getByRole('button', { name: '查看口内正面' }).scrollIntoViewIfNeeded()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/pictures-beside.png' })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '病历的一行辅助检查附图：选片、缩略图、重开还在，行上附着不能从病历取下，取下行上的再取下',
    async run({ browser, stack }) {
      const draft = await one<{ id: string; patientId: string }>(
        stack.owner,
        `select r.id, r.patient_id as "patientId" from medical_record r join employee e on e.tenant_id = r.tenant_id and e.id = r.doctor_id
           join account a on a.id = e.account_id join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
         where a.login_name = $1 and c.name = $2 and r.status = 0 and r.record_type = 1
           and not exists (select 1 from image_stage s where s.tenant_id = r.tenant_id and s.patient_id = r.patient_id)
         order by r.visit_time desc, r.id limit 1`,
        [DOCTOR, CLINIC],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/imageData?id=${draft.patientId}`)
      await page.getByText('还没有影像').waitFor()
      await page.getByRole('button', { name: '新增阶段' }).first().click()
      await page.getByRole('dialog').getByRole('radio', { name: '初诊' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByText('新增阶段成功').waitFor()
      await drop(page, [{ name: '根尖片 36.jpg', bytes: await photo({ width: 400, height: 300 }) }])
      await page.getByRole('button', { name: /^查看/ }).waitFor()
      await page.goto(`/patientMedicalRecord?id=${draft.id}`)
      await settled(page)
      const section = page.locator('#section-auxExams')
      if ((await section.count()) === 0) await page.getByRole('button', { name: '辅助检查' }).last().click()
      await page.getByRole('textbox', { name: '辅助检查第 1 行' }).fill('36 根尖周低密度影')
      await page.getByRole('button', { name: '辅助检查第 1 行附图' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('list').getByRole('button').first().click()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/line-pictures-choose.png' })
      const saved = page.waitForResponse(
        (response) => response.url().endsWith('/emr-api/clinic-medial/update') && response.status() === 200,
      )
      await dialog.getByRole('button', { name: '附上 1 张' }).click()
      await saved
      const tile = page.getByRole('button', { name: /^查看辅助检查第 1 行的/ })
      await tile.getByRole('img').waitFor()
      await page.reload()
      await tile.getByRole('img').waitFor()
      await settled(page)
      await tile.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await page.screenshot({ path: 'e2e/shots/line-pictures.png' })
      await page.setViewportSize({ width: 390, height: 844 })
      await tile.scrollIntoViewIfNeeded()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/line-pictures-phone.png' })
      await page.setViewportSize({ width: 1440, height: 900 })
      await tile.click()
      await page.getByRole('dialog').getByText('1 / 1').waitFor()
      await page.keyboard.press('Escape')

      const beside = page.getByRole('region', { name: '影像' })
      await beside.getByRole('button', { name: /^取下/ }).first().click()
      await beside.getByText('图片附在辅助检查的一行上，请先从那一行取下').waitFor()
      const takenOff = page.waitForResponse(
        (response) => response.url().endsWith('/emr-api/clinic-medial/update') && response.status() === 200,
      )
      await page.getByRole('button', { name: /^从辅助检查第 1 行取下/ }).click()
      await tile.waitFor({ state: 'detached' })
      await takenOff
      await beside.getByRole('button', { name: /^取下/ }).first().click()
      await beside.getByText('没有附图片').waitFor()
      assert.deepEqual(
        problems.filter((each) => !each.includes('400')),
        [],
      )
    },
  },
]
