import type { CommentVoice } from './voice.ts'

export const en: CommentVoice = {
  authors: [
    'James',
    'Olivia',
    'Daniel',
    'Sophie',
    'Liam',
    'Hannah',
    'Oscar',
    'Priya',
    'Marcus',
    'Chloe',
    'Ethan',
    'Grace',
  ],
  cars: [
    [5, 'Exactly the car in the pictures, and somebody waited for us at arrivals.'],
    [5, 'Spotless inside, full tank, and the deposit came back the same day.'],
    [5, 'Our flight landed at two in the morning and they were still there. Impressive.'],
    [5, 'The price at the desk was the price on the screen. No surprises at all.'],
    [5, 'Child seat already fitted when we arrived, which saved a tired evening.'],
    [4, 'Good car, quiet on the motorway. Finding their office took a while.'],
    [4, 'Fair price for the size. I would have liked a few more kilometres a day.'],
    [4, 'Pick-up was twenty minutes late, but they were kind about it and return was quick.'],
    [4, 'A couple of scratches, all photographed before we left. No argument later.'],
    [3, 'The car was fine, the phone line less so: it took three calls to get an answer.'],
    [5, 'Took it along the coast for a week. Plenty of room for four and the luggage.'],
    [5, 'Paperwork explained line by line, in English. That alone earns the stars.'],
  ],
  motorbikes: [
    [5, 'Two clean helmets, a full tank and a map with the best roads marked by hand.'],
    [5, 'Started first time every morning. Best way to see the place.'],
    [4, 'Nimble in town, a little short of breath uphill with two of us.'],
    [4, 'Well looked after. The top case only just takes two helmets.'],
    [5, 'They brought it to the hotel and picked it up again. Could not be easier.'],
  ],
}
