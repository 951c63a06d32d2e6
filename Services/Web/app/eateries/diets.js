/**
 * What an eatery says that suits somebody, by what they eat: one of these.
 *
 * @type {Record<string, string[]>}
 */
const suitable = {
  DIETARY_TAG_VEGETARIAN: ["vegetarian", "vegan"],
  DIETARY_TAG_VEGAN: ["vegan"],
  DIETARY_TAG_HALAL: ["halal"],
  DIETARY_TAG_KOSHER: ["kosher"],
  DIETARY_TAG_GLUTEN_FREE: ["gluten-free"],
  DIETARY_TAG_LACTOSE_FREE: ["dairy-free", "vegan"],
  DIETARY_TAG_NUT_FREE: ["nut-free"],
};

/** The dietary preferences that eateries can be filtered by. */
export const diets = Object.keys(suitable);

/**
 * Whether an eatery has something for somebody with all of these preferences.
 *
 * @param {{dietaryTags?: string[]}} eatery
 * @param {string[]} chosen
 */
export function suits({ dietaryTags = [] }, chosen) {
  return chosen.every((diet) => suitable[diet].some((tag) => dietaryTags.includes(tag)));
}
