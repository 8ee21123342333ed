extension DemoHome {
  /// The items of the cabin.
  static let cabinItems = """
    Wood stove|Living Room|Appliances|1690|Kaminbau|appliance|80|serial
    Log basket|Living Room||45||box|80|
    Corner bench|Living Room|Furniture|560|Hobelwerk|sofa|80|
    Farmhouse table|Living Room|Furniture|480|Hobelwerk|table|80|
    Wicker chairs|Living Room|Furniture|130||chair|60|quantity=4
    Sofa bed|Living Room|Furniture|790|Norrgård|sofa|54|
    Sheepskin|Living Room||85||rug|54|quantity=3
    Reading lamp|Living Room|Furniture|59|Lumen & Co|lamp|54|
    Battery radio|Living Room|Electronics|69|Hallo Audio|speaker|66|
    Paperback library|Living Room|Books|6||book|72|quantity=95
    Card games|Living Room|Toys|9||box|48|quantity=8
    Jigsaw puzzles|Living Room|Toys|18||picture|48|quantity=11
    Barometer|Living Room|Art|110|Tempo Nord|clock|120|
    Watercolour "North shore"|Living Room|Art|320||picture|90|
    Antlers|Living Room|Art|60||picture|150|
    Ukulele|Living Room|Music|95|Atelier Brandt|guitar|35|
    Binoculars|Living Room|Sports|279|Optikon|camera|41|serial
    Gas cooker|Kitchen|Appliances|420|Polaris|appliance|80|serial
    Small fridge|Kitchen|Appliances|310|Polaris|appliance|42|serial warranty=24
    Enamel pots|Kitchen|Kitchenware|48|Fonderie Arc|pot|80|quantity=5
    Cast iron pan|Kitchen|Kitchenware|55|Fonderie Arc|pot|80|
    Coffee press|Kitchen|Kitchenware|35|La Fonte|cup|44|
    Moka pot|Kitchen|Kitchenware|29|La Fonte|pot|44|
    Plates|Kitchen|Kitchenware|7|Tonhaus|plate|80|quantity=12
    Mugs|Kitchen|Kitchenware|6|Tonhaus|cup|80|quantity=12
    Cutlery|Kitchen|Kitchenware|3|Klingenthal|knife|80|quantity=40
    Bread knife|Kitchen|Kitchenware|49|Klingenthal|knife|63|
    Fondue set|Kitchen|Kitchenware|79|Simmer|pot|37|
    Preserving jars|Kitchen|Kitchenware|4||bottle|50|quantity=30
    Water filter|Kitchen|Appliances|89|Breeze|bottle|22|
    Fire extinguisher|Kitchen||65|Tresorix|bottle|25|
    Bunk beds|Bedroom|Furniture|420|Norrgård|bed|80|quantity=2
    Mattresses|Bedroom|Furniture|190|Schlafgut|bed|80|quantity=4
    Sleeping bags|Bedroom|Sports|149|Gratweg|jacket|34|quantity=4
    Wool blankets|Bedroom||60|Atlas Loom|jacket|70|quantity=6
    Chest|Bedroom|Furniture|230||box|140|
    Bed linen|Bedroom/Chest||40|Atlas Loom|jacket|60|quantity=8
    Oil lamp|Bedroom||39|Lumen & Co|lamp|80|quantity=2
    Head torches|Hallway|Sports|45|Gratweg|lamp|20|quantity=4
    Rain ponchos|Hallway|Clothing|29|Gratweg|jacket|38|quantity=5
    Rubber boots|Hallway|Clothing|35||ball|38|quantity=5
    First aid kit|Hallway||49||box|16|
    Smoke detectors|Hallway|Electronics|28|Tresorix|ball|40|quantity=3
    Trail maps|Hallway|Books|12||book|30|quantity=9
    Sauna stove|Bathroom|Appliances|640|Kaminbau|appliance|65|serial
    Sauna bucket|Bathroom||45||pot|65|
    Towels|Bathroom||15|Atlas Loom|jacket|50|quantity=14
    Water heater|Bathroom|Appliances|380|Polaris|appliance|65|serial
    Rowing boat|Garden|Sports,Valuable|2900|Bootswerft Klee|table|74|serial insured
    Outboard motor|Garden/Boat shed|Sports|1250|Nautik|tool|74|serial warranty=24 insured
    Life jackets|Garden/Boat shed|Sports|75|Nautik|jacket|52|quantity=6
    Oars|Garden/Boat shed|Sports|60|Bootswerft Klee|ski|74|quantity=4
    Kayak|Garden/Boat shed|Sports|890|Nautik|ski|29|serial
    Stand-up paddle board|Garden/Boat shed|Sports|449|Nautik|ski|15|warranty=24
    Fishing rods|Garden/Boat shed|Sports|95|Angelheim|ski|58|quantity=3
    Tackle box|Garden/Boat shed|Sports|60|Angelheim|box|58|
    Chainsaw|Garden/Boat shed|Tools|429|Werkstolz|tool|47|serial warranty=24
    Splitting axe|Garden/Boat shed|Tools|79|Werkstolz|tool|80|
    Hand saw|Garden/Boat shed|Tools|32|Werkstolz|tool|80|
    Wheelbarrow|Garden|Tools,Garden|95||bicycle|80|
    Lawn mower|Garden/Boat shed|Garden,Appliances|389|Grünwerk|appliance|32|serial warranty=36
    Scythe|Garden/Boat shed|Garden,Tools|85||tool|90|
    Garden table|Garden|Furniture|180||table|46|
    Deck chairs|Garden|Furniture|65||chair|46|quantity=4
    Hammock|Garden|Sports|79|Gratweg|rug|28|
    Fire bowl|Garden|Garden|140|Kaminbau|pot|33|
    Grill|Garden|Appliances|269|Kaminbau|appliance|33|
    Tent for four|Garden/Boat shed|Sports|399|Gratweg|tent|40|
    Cross-country skis|Attic|Sports|249|Gratweg|ski|51|quantity=3
    Sledges|Attic|Sports|55||ski|62|quantity=2
    Ice skates|Attic|Sports|89||ski|62|quantity=3
    Snowshoes|Attic|Sports|129|Gratweg|ski|27|quantity=2
    Snow shovel|Attic|Tools|29||tool|62|
    Generator|Garden/Boat shed|Tools,Electronics|749|Werkstolz|appliance|36|serial warranty=24
    Solar panel|Garden|Electronics|299|Helios|screen|21|quantity=2 serial warranty=120
    Battery storage|Attic|Electronics|899|Helios|box|21|serial warranty=60
    Trail camera|Garden|Electronics|119|Optikon|camera|19|serial
    Croquet set|Garden/Boat shed|Toys|49||ball|55|
    Footballs|Garden/Boat shed|Sports,Toys|25||ball|31|quantity=3
    Kite|Garden/Boat shed|Toys|39||tent|31|
    Bee hotel|Garden|Garden|35||shelf|44|
    Rain barrel|Garden|Garden|75||bottle|57|
    Apple press|Garden/Boat shed|Garden,Kitchenware|219||appliance|85|lent=Neighbours days=21
    Tool box|Garden/Boat shed|Tools|110|Werkstolz|box|80|
    """

  /// The items of the rented storage unit.
  static let storageItems = """
    Grandmother's wardrobe|Storage Room|Furniture,Valuable|1200||shelf|180|note=Take the doors off
    Writing desk|Storage Room|Furniture,Valuable|950||table|170|
    Armchairs|Storage Room|Furniture|260||chair|150|quantity=2
    Cot|Storage Room|Furniture|240|Norrgård|bed|66|
    Pram|Storage Room||690|Rollgut|bicycle|70|serial
    Child seats|Storage Room||189||chair|58|quantity=2
    High chair|Storage Room|Furniture|149|Hobelwerk|chair|64|
    Baby clothes|Storage Room/Shelf A/Box 1|Clothing|9||jacket|66|quantity=60
    Baby toys|Storage Room/Shelf A/Box 1|Toys|12||ball|66|quantity=25
    Maternity clothes|Storage Room/Shelf A/Box 2|Clothing|25||jacket|72|quantity=14
    School books|Storage Room/Shelf A/Box 3|Books|15||book|90|quantity=30
    University notes|Storage Room/Shelf A/Box 3|Books,Documents|0||book|130|
    Photo albums|Storage Room/Shelf A/Box 4|Art,Valuable|20||book|140|quantity=12
    Slides and projector|Storage Room/Shelf A/Box 4|Electronics|80|Optikon|camera|190|
    Super 8 camera|Storage Room/Shelf A/Box 4|Electronics,Valuable|160|Optikon|camera|200|serial
    Typewriter|Storage Room/Shelf B|Valuable|220|Klack|laptop|230|serial
    Old computer|Storage Room/Shelf B|Electronics|60|Quadrant|screen|125|archived
    Cathode-ray monitor|Storage Room/Shelf B|Electronics|15|Vista|screen|160|archived
    Box of cables|Storage Room/Shelf B/Box 5|Electronics|30||box|60|
    Spare tableware|Storage Room/Shelf B/Box 6|Kitchenware|5||plate|84|quantity=40
    Raclette grill|Storage Room/Shelf B/Box 6|Appliances|79|Simmer|appliance|55|
    Waffle iron|Storage Room/Shelf B/Box 6|Appliances|45|Simmer|appliance|55|
    Bread maker|Storage Room/Shelf B|Appliances|139|Rührwerk|appliance|61|serial
    Easter decorations|Storage Room/Shelf B/Box 7|Seasonal|40||box|60|
    Fancy dress|Storage Room/Shelf B/Box 7|Seasonal,Clothing|18||jacket|48|quantity=9
    Party lights|Storage Room/Shelf B/Box 7|Seasonal,Electronics|35|Lumen & Co|lamp|39|quantity=3
    Winter tyres|Storage Room|Tools|115||ball|37|quantity=4
    Roof box|Storage Room|Sports|459|Rollgut|suitcase|43|serial lent=Aunt Hanna days=60
    Bicycle rack|Storage Room|Sports|329|Rollgut|bicycle|43|serial
    Downhill skis|Storage Room|Sports|549|Gratweg|ski|44|quantity=2 serial
    Ski boots|Storage Room|Sports|289|Gratweg|ball|44|quantity=2
    Surfboard|Storage Room|Sports|620|Nautik|ski|68|
    Expedition tent|Storage Room/Shelf A|Sports|799|Gratweg|tent|59|
    Rucksacks|Storage Room/Shelf A|Sports|179|Gratweg|suitcase|59|quantity=2
    Climbing gear|Storage Room/Shelf A/Box 8|Sports|380|Gratweg|ring|53|
    Drum kit|Storage Room|Music|890|Trommelhaus|speaker|99|serial
    Electric guitar|Storage Room|Music,Valuable|780|Atelier Brandt|guitar|105|serial insured
    Guitar amplifier|Storage Room|Music,Electronics|340|Hallo Audio|speaker|105|serial
    Exhibition posters|Storage Room|Art|30||picture|112|quantity=16
    Framed maps|Storage Room|Art|85||picture|118|quantity=5
    Persian carpet|Storage Room|Furniture,Valuable|2100|Atlas Loom|rug|165|insured
    Chandelier|Storage Room|Art,Valuable|640|Lumen & Co|lamp|175|
    Moving boxes, empty|Storage Room||2||box|36|quantity=40
    Hand truck|Storage Room|Tools|69|Werkstolz|tool|36|
    """
}
