import Documents
import Household
import Web

typealias StoredItemPage = Household::ItemPage
package typealias StoredItemRow = Household::ItemRow
typealias StoredItemSort = Household::ItemSort
typealias PrintedLabel = Documents::Label
