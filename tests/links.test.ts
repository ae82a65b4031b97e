import { links as adminLinks, siteLinks } from '@twende/admin/links.ts'
import { links } from '@twende/web/links.ts'
import { expect, test } from 'vitest'

test('each app spells the addresses of the other as the other does', () => {
  expect(links.admin).toBe(adminLinks.today)
  const id = 'a b/c'
  const { myBooking, rentCar, buyCar } = siteLinks
  expect({ ...siteLinks, myBooking: myBooking(id), rentCar: rentCar(id), buyCar: buyCar(id) }).toEqual({
    home: links.home,
    account: links.account,
    myBooking: links.myBooking(id),
    rentCar: links.rentCar(id),
    buyCar: links.buyCar(id),
  })
})
