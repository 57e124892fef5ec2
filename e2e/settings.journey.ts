import assert from 'node:assert/strict'
import path from 'node:path'
import { addDays, today, weekday, weekdayNames } from '@dentin/kit'
import { underHead } from './frame.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { JOURNEY_NOW } from './stack.ts'
import { choose, newPerson, one, openNew, typeTime } from './steps.ts'

const CLINIC = '望湖路门诊'
const ITEM = '洁治'
const SOURCE = '美团'
/** A white point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

export const journeys: Journey[] = [
  {
    name: '设置：改了预约项目的时长，预约时就是新时长，本店另定的只在本店；停用的来源建档时没有了，老患者的还看得到；菜单按自己的习惯排',
    async run({ browser, stack }) {
      const admin = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = admin

      // The company's length, then the clinic's own.
      await page.goto('/baseAppointSet')
      await page.getByRole('table', { name: '预约项目' }).getByText(ITEM, { exact: true }).click()
      const item = page.getByRole('dialog', { name: `修改预约项目：${ITEM}` })
      await item.getByLabel('默认时长').fill('52')
      await item.getByRole('button', { name: '保存' }).click()
      await item.getByText('时长应为 5 的倍数').waitFor()
      await item.getByLabel('默认时长').fill('55')
      await item.getByRole('button', { name: '保存' }).click()
      await page.getByText('更新成功').waitFor()
      const offered = async () => {
        await desk.page.goto('/myAppointmentBoard')
        const dialog = await openNew(desk.page, '新建预约')
        await choose(dialog, '项目', ITEM)
        await desk.page.keyboard.press('Escape')
        const length = await dialog.getByLabel('时长').inputValue()
        await desk.page.goto('/dashboard')
        return length
      }
      assert.equal(await offered(), '55')
      await page.goto('/appointItem')
      await page.getByRole('table', { name: '预约项目' }).getByText(ITEM, { exact: true }).click()
      const own = page.getByRole('dialog', { name: `本店的${ITEM}` })
      await own.getByText('不填随机构：55 分钟').waitFor()
      await own.getByLabel('时长').fill('35')
      await own.getByRole('button', { name: '保存' }).click()
      await page.getByRole('row').filter({ hasText: ITEM }).getByText('本店自定').waitFor()
      assert.equal(await offered(), '35')

      // A source that is switched off: not for new files, still to be read in old ones.
      const known = await one<{ id: string }>(
        stack.owner,
        `select p.id from patient p join patient_source s on s.tenant_id = p.tenant_id and s.id = p.source_id
         join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
         where s.name = $1 and c.name = $2 and p.status = 0 order by p.id limit 1`,
        [SOURCE, CLINIC],
      )
      await page.goto('/basePatientSourceSet')
      await page.getByRole('table', { name: '来源' }).getByText(SOURCE, { exact: true }).click()
      const source = page.getByRole('dialog', { name: `修改来源：${SOURCE}` })
      await source.getByText('启用', { exact: true }).click()
      await source.getByRole('button', { name: '保存' }).click()
      await page.getByText('更新成功').waitFor()
      await desk.page.goto('/dashboard')
      const file = await openNew(desk.page, '添加患者')
      const sources = file.getByRole('combobox', { name: '来源', exact: true })
      await sources.focus()
      await sources.press('ArrowDown')
      await desk.page.locator('.ant-select-item-option').filter({ hasText: '搜索' }).first().waitFor()
      await sources.fill(SOURCE)
      await desk.page.locator('.ant-select-dropdown:visible').getByText('暂无数据').waitFor()
      await desk.page.goto(`/patientResource?id=${known.id}`)
      await desk.page.getByText(new RegExp(SOURCE)).first().waitFor()

      // A word of a dictionary is offered where it is chosen; one that the system goes by keeps its switch.
      await page.goto('/baseDictSet')
      await page
        .getByRole('navigation', { name: '字典' })
        .getByRole('button', { name: /^患者标签/ })
        .click()
      await page.getByRole('button', { name: '新建条目' }).click()
      const word = page.getByRole('dialog', { name: '新建患者标签' })
      await word.getByRole('textbox', { name: '条目' }).fill('怕打麻药')
      await word.getByRole('button', { name: '保存' }).click()
      await page.getByText('患者标签已建立').waitFor()
      await page
        .getByRole('navigation', { name: '字典' })
        .getByRole('button', { name: /^随访结果/ })
        .click()
      await page.getByRole('table', { name: '条目' }).getByText('已约', { exact: true }).click()
      const result = page.getByRole('dialog', { name: '修改随访结果：已约' })
      assert.equal(await result.getByRole('switch', { name: '启用' }).isDisabled(), true)
      await page.keyboard.press('Escape')
      await page
        .getByRole('navigation', { name: '字典' })
        .getByRole('button', { name: /^支付类型/ })
        .click()
      await page.getByText('由平台维护，不能修改').waitFor()
      assert.equal(await page.getByRole('button', { name: '新建条目' }).count(), 0)
      await desk.page.goto('/dashboard')
      const tagged = await openNew(desk.page, '添加患者')
      await tagged.getByRole('button', { name: /医保、职业、标签/ }).click()
      await choose(tagged, '标签', '怕打麻药')
      await desk.page.goto('/dashboard')

      // The own menu stands at once, and on another device too.
      await desk.page.goto('/customizAtion')
      const menu = desk.page.getByRole('navigation', { name: '主导航' })
      await desk.page.getByRole('button', { name: '收费加入常用' }).click()
      await desk.page.getByRole('button', { name: '隐藏短信' }).click()
      await menu.getByRole('group', { name: '常用' }).getByRole('link', { name: '收费' }).waitFor()
      await menu.getByRole('link', { name: '短信' }).waitFor({ state: 'detached' })
      const elsewhere = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await elsewhere.page.goto('/dashboard')
      await settled(elsewhere.page)
      const there = elsewhere.page.getByRole('navigation', { name: '主导航' })
      await there.getByRole('group', { name: '常用' }).getByRole('link', { name: '收费' }).waitFor()
      assert.equal(await there.getByRole('link', { name: '短信' }).count(), 0)
      await elsewhere.page.goto('/SMSmanagement/sendRecord')
      await elsewhere.page.getByRole('table', { name: '发送记录' }).waitFor()

      assert.deepEqual(
        [...admin.problems.filter((problem) => !problem.startsWith('answer: 400')), ...desk.problems],
        [],
      )
    },
  },
  {
    name: '门诊信息：一天休息，预约板和预约页都知道；换上的 logo 在预约页和打印的抬头上；需要手术诊椅的项目约到别的椅位会提醒',
    async run({ browser, stack }) {
      const director = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const { page } = director
      const day = addDays(today(JOURNEY_NOW), 1)
      const name = weekdayNames[weekday(day)] as string
      await page.goto('/outpatientServiceInfo')
      await page.getByLabel('选择logo的图片').waitFor({ state: 'attached' })
      assert.equal(await underHead(page), 0)
      await page.getByRole('switch', { name: `${name}营业` }).click()
      await page.getByLabel('选择logo的图片').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
      await page.getByText('上传成功').waitFor()
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByText('更新成功').waitFor()
      const kept = await one<{ hours: unknown[]; logo: string; media: string }>(
        stack.owner,
        `select c.hours, c.logo_id as logo, p.media_type as media from clinic c join picture p on p.id = c.logo_id where c.name = $1`,
        [CLINIC],
      )
      assert.equal(kept.hours[weekday(day)], null)
      assert.equal(kept.hours.filter((each) => each === null).length, 1)

      await page.goto(`/myAppointmentBoard?view=day&date=${day}`)
      await page.getByText('门诊不营业').waitFor()
      const { code } = await one<{ code: string }>(
        stack.owner,
        `select b.code from booking_page b join clinic c on c.id = b.clinic_id where c.name = $1`,
        [CLINIC],
      )
      const nobody = await visit(browser, stack, { size: 'phone' })
      await nobody.page.goto(`/book?c=${code}`)
      await nobody.page.getByText(new RegExp(`${name} 休息`)).waitFor()
      const logo = nobody.page.locator(`header img[src*="${kept.logo}"]`)
      await logo.waitFor()
      assert.equal(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0), true)
      await page.goto('/myAppointmentBoard/print')
      await page.locator('article img').waitFor()
      assert.deepEqual([...director.problems, ...nobody.problems], [])

      // An item that needs the theatre, in another room: asked, and booked all the same.
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await desk.page.goto('/myAppointmentBoard')
      const dialog = await openNew(desk.page, '新建预约')
      await newPerson(dialog, '岑知远', '13988012233')
      const free = await one<{ doctor: string; day: string }>(
        stack.owner,
        `select e.name as doctor, s.date::text as day from schedule s join employee e on e.id = s.employee_id
         join clinic c on c.id = s.clinic_id where c.name = $1 and e.is_doctor and s.kind = 1 and s.status = 1
           and s.date > $2::date and extract(dow from s.date) <> $3 and s.starts_min <= 540 and s.ends_min >= 700
           and not exists (select 1 from appointment a where a.doctor_id = e.id and a.status <= 5
             and a.starts_at > s.date::timestamp at time zone 'Asia/Shanghai' + interval '7 hours'
             and a.starts_at < s.date::timestamp at time zone 'Asia/Shanghai' + interval '12 hours')
         order by s.date, e.name limit 1`,
        [CLINIC, day, weekday(day)],
      )
      await choose(dialog, '医生', free.doctor)
      await choose(dialog, '项目', '种植手术')
      await desk.page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: /^更多/ }).click()
      await choose(dialog, '诊椅', '7 诊室')
      await dialog.getByLabel('日期').fill(free.day)
      await dialog.getByLabel('日期').press('Enter')
      await typeTime(dialog, '09:00')
      await dialog.getByRole('button', { name: '保存并发短信' }).click()
      await dialog.getByText('种植手术需要手术诊椅，7 诊室是普通诊椅').waitFor()
      await dialog.getByRole('button', { name: '仍然预约' }).click()
      await desk.page.getByText('预约成功').waitFor()
      assert.deepEqual(desk.problems, [])
    },
  },
  {
    name: '所有设置：按字段名查找，点开就到那一项并已在键盘上；页面名照样找得到，没有的说没有；手机上也一样',
    async run({ browser, stack }) {
      for (const size of ['desktop', 'phone'] as const) {
        const { page, context, problems } = await visit(browser, stack, { account: 'director', size })
        await page.goto('/allSetting')
        const find = page.getByRole('searchbox', { name: '查找设置' })
        await find.fill('退费审批')
        const single = page.getByRole('region', { name: '设置项' })
        await single.getByRole('link', { name: '退费审批金额' }).waitFor()
        await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `setting-found-${size}.png`) })
        await find.fill('没有这样的设置')
        await page.getByText('没有找到“没有这样的设置”').waitFor()
        await find.fill('归档')
        await single.getByRole('link', { name: '归档', exact: true }).click()
        await page.waitForURL(/\/configInfo\?at=/)
        await page.waitForFunction(
          () =>
            document.activeElement?.getAttribute('role') === 'spinbutton' ||
            document.activeElement?.tagName === 'INPUT',
        )
        const shown = await page.evaluate(() => {
          const box = document.activeElement?.getBoundingClientRect()
          return box ? box.top >= 0 && box.bottom <= window.innerHeight : false
        })
        assert.ok(shown)
        await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `setting-shown-${size}.png`) })
        assert.deepEqual(problems, [])
        await context.close()
      }
    },
  },
]
